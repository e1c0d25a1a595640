<?php
// A service of PHP's SoapServer: every operation returns its argument. WSDL=file php -S 127.0.0.1:PORT php-echo.php
class EchoService
{
    public function __call(string $name, array $arguments): mixed
    {
        return $arguments[0] ?? null;
    }
}

$server = new SoapServer(getenv('WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setClass('EchoService');
$server->handle();
