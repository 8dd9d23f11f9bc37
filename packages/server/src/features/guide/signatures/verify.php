<?php

/** $header is X-TMS-Signature; $body is the bytes as they arrived, before anybody parsed them. */
function isGenuine(string $secret, string $header, string $body, int $tolerance = 300): bool
{
    $parts = array_map('trim', explode(',', $header));
    $sentAt = '';
    $signatures = [];
    foreach ($parts as $part) {
        if (str_starts_with($part, 't=')) {
            $sentAt = substr($part, 2);
        } elseif (str_starts_with($part, 'v1=')) {
            $signatures[] = substr($part, 3);
        }
    }
    if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > $tolerance) {
        return false;
    }
    $expected = hash_hmac('sha256', $sentAt . '.' . $body, $secret);
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://stdin');
if (!isGenuine(getenv('WEBHOOK_SECRET'), $argv[1], $body)) {
    fwrite(STDERR, "not from Parlance\n");
    exit(1);
}
echo json_decode($body, true)['event'], "\n";
