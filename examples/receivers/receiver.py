# Receives callbacks. Python 3.9 or newer: CALLBACK_SECRET=whsec_… PORT=3000 python3 receiver.py
import base64
import hashlib
import hmac
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OLDEST_SECONDS = 300
LARGEST = 20_000_000
KEY = base64.b64decode(os.environ["CALLBACK_SECRET"].removeprefix("whsec_"))
known = set()  # in earnest: a table with a unique key
lock = threading.Lock()


def is_genuine(headers, body):
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > OLDEST_SECONDS:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    # While a secret is replaced there are two signatures: one that is right is enough.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        if length > LARGEST:
            return self.answer(413)
        body = self.rfile.read(length)  # as it came: it is verified before anything parses it
        if not is_genuine(self.headers, body):
            return self.answer(401)
        message_id = self.headers["webhook-id"]
        with lock:
            if message_id not in known:
                message = json.loads(body)
                known.add(message_id)
                # In earnest: store it, and process it later.
                print(message_id, message["type"], message["data"].get("sequence", "-"), flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver)
print("ready", flush=True)
server.serve_forever()
