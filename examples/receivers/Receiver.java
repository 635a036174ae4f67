// Receives callbacks. Java 17 or newer: CALLBACK_SECRET=whsec_… PORT=3000 java Receiver.java
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
    static final long OLDEST_SECONDS = 300;
    static final int LARGEST = 20_000_000;
    static final byte[] KEY = Base64.getDecoder().decode(System.getenv("CALLBACK_SECRET").replaceFirst("^whsec_", ""));
    static final Set<String> known = ConcurrentHashMap.newKeySet(); // in earnest: a table with a unique key

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(receive(exchange), -1);
            } catch (GeneralSecurityException error) {
                throw new IOException(error);
            }
        });
        server.start();
        System.out.println("ready");
    }

    static int receive(HttpExchange exchange) throws IOException, GeneralSecurityException {
        // As it came: it is verified before anything parses it.
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST + 1);
        if (body.length > LARGEST) return 413;
        String id = header(exchange, "webhook-id");
        if (!isGenuine(id, header(exchange, "webhook-timestamp"), header(exchange, "webhook-signature"), body)) return 401;
        if (known.add(id)) {
            String message = new String(body, StandardCharsets.UTF_8);
            // In earnest: store it, and process it later with the JSON library of your choice; Java has none of its own.
            System.out.println(id + " " + first(message, "\"type\":\"([^\"]+)\"") + " " + first(message, "\"sequence\":([0-9]+)"));
        }
        return 204;
    }

    static boolean isGenuine(String id, String timestamp, String signatures, byte[] body) throws GeneralSecurityException {
        if (!timestamp.matches("[0-9]{1,18}")) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > OLDEST_SECONDS) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        // While a secret is replaced there are two signatures: one that is right is enough.
        for (String given : signatures.split(" ")) {
            if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) return true;
        }
        return false;
    }

    static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    static String first(String text, String pattern) {
        var found = Pattern.compile(pattern).matcher(text);
        return found.find() ? found.group(1) : "-";
    }
}
