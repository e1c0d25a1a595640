<?php
// A service of PHP's SoapServer: most operations return their argument. WSDL=file php -S 127.0.0.1:PORT php-echo.php
class EchoService
{
    public function twins(mixed $value): array
    {
        return [$value, $value];
    }

    public function ring(string $name): object
    {
        $node = (object) ['name' => $name];
        $node->next = $node;
        return $node;
    }

    public function split(object $value): array
    {
        return ['text' => $value->name, 'number' => $value->count, 'whole' => $value];
    }

    public function __call(string $name, array $arguments): mixed
    {
        return $arguments[0] ?? null;
    }
}

$server = new SoapServer(getenv('WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setClass('EchoService');
$server->handle();
