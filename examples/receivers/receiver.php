<?php
// Receives callbacks. PHP 8: CALLBACK_SECRET=whsec_… php -S 0.0.0.0:3000 receiver.php
declare(strict_types=1);

const OLDEST_SECONDS = 300;

function is_genuine(string $id, string $timestamp, string $signatures, string $body): bool
{
    $key = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('CALLBACK_SECRET')), true);
    if ($key === false || $key === '' || preg_match('/^[0-9]{1,18}$/D', $timestamp) !== 1) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > OLDEST_SECONDS) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is replaced there are two signatures: one that is right is enough.
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

/** Whether the message is new. In earnest: an insert into a table with a unique key. */
function remember(string $id): bool
{
    $folder = getenv('KNOWN_FOLDER') ?: sys_get_temp_dir() . '/depono-known';
    if (!is_dir($folder)) {
        @mkdir($folder, 0700, true);
    }
    // "x" fails if the file exists, also when two requests arrive at once.
    return @fopen($folder . '/' . hash('sha256', $id), 'x') !== false;
}

$body = (string) file_get_contents('php://input'); // as it came: it is verified before anything parses it
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
if (!is_genuine($id, $timestamp, $signatures, $body)) {
    http_response_code(401);
    return;
}
$message = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
if (remember($id)) {
    // In earnest: store it, and process it later.
    file_put_contents('php://stdout', "$id {$message['type']} " . ($message['data']['sequence'] ?? '-') . "\n");
}
http_response_code(204);
