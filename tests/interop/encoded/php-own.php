<?php
// Reads recorded responses with PHP's SoapClient. php php-own.php WSDL FOLDER prints a line of JSON for each line of calls.txt.
class Replay extends SoapClient
{
    public string $file = '';

    public function __doRequest($request, $location, $action, $version, $oneWay = false): ?string
    {
        return file_get_contents($this->file);
    }
}

function plain(mixed $value, bool $isBinary, int $depth = 0): mixed
{
    if ($depth > 20) return 'a ring';
    if (is_object($value)) $value = get_object_vars($value);
    if (is_array($value)) return array_map(fn ($each) => plain($each, $isBinary, $depth + 1), $value);
    if (is_bool($value)) return $value ? 'true' : 'false';
    if ($value === null) return null;
    return $isBinary ? base64_encode($value) : (string) $value;
}

ini_set('precision', '17');
[, $wsdl, $folder] = $argv;
$client = new Replay($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE]);
foreach (file("$folder/calls.txt", FILE_IGNORE_NEW_LINES) as $line) {
    [$number, $operation] = explode(' ', $line);
    $client->file = "$folder/$number.xml";
    try {
        $value = plain($client->__soapCall($operation, [null]), $operation === 'echoBase64');
        $read = ['value' => $value];
    } catch (Throwable $problem) {
        $read = ['error' => $problem->getMessage()];
    }
    echo json_encode(['call' => (int) $number] + $read, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
