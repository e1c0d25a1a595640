<?php
// A service on PHP's SoapServer: WSDL=file DATA=file php -S 127.0.0.1:PORT php-server.php
$data = json_decode(file_get_contents(getenv('DATA')), true);

class Service
{
    private array $data;
    private ?object $header = null;

    public function __construct(array $data)
    {
        $this->data = $data;
    }

    public function AuthHeader(object $header): void
    {
        $this->header = $header;
    }

    public function AuthHeaderWithDomain(object $header): void
    {
        $this->header = $header;
    }

    public function CostCenter_GetCurrent(object $request): array
    {
        if (($this->header->Token ?? null) !== 'sandbox-token') {
            throw new SoapFault('Client', '1001: Not authorized', null, (object) ['Reason' => 'token']);
        }
        return ['CostCenter_GetCurrentResult' => ['EmployeeCostCenter' => $this->data['costCenters']]];
    }

    public function Address_GetList(object $request): array
    {
        if (($this->header->Domain ?? null) !== 'sandbox') {
            throw new SoapFault('Client', '1001: Not authorized');
        }
        if ([$request->EmployeeId, $request->Period, $request->Year] !== [1006, 11, 2026]) {
            throw new SoapFault('Client', 'Employee not found');
        }
        return ['Address_GetListResult' => ['EmployeeAddress' => $this->data['addresses']]];
    }
}

$soap = str_contains($_SERVER['CONTENT_TYPE'] ?? '', 'soap+xml') ? SOAP_1_2 : SOAP_1_1;
$server = new SoapServer(getenv('WSDL'), ['soap_version' => $soap, 'cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Service($data));
$server->handle();
