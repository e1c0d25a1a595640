<?php
// Calls the service at a WSDL with PHP's SoapClient: php php-client.php WSDL VERSION SOAP NAMESPACE. Prints JSON.
[, $wsdl, $version, $soap, $namespace] = $argv;
$client = new SoapClient($wsdl, [
    'soap_version' => $soap === '1.2' ? SOAP_1_2 : SOAP_1_1,
    'cache_wsdl' => WSDL_CACHE_NONE,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    'trace' => true,
]);
if ($version === 'v2.1') {
    $header = new SoapHeader($namespace, 'AuthHeader', ['Username' => 'sandbox-user', 'Token' => 'sandbox-token']);
    $client->__setSoapHeaders($header);
    $result = $client->CostCenter_GetCurrent(['EmployeeId' => 1006]);
    $list = $result->CostCenter_GetCurrentResult->EmployeeCostCenter ?? [];
} else {
    $client->__setSoapHeaders(new SoapHeader($namespace, 'AuthHeaderWithDomain', ['Domain' => 'sandbox']));
    $result = $client->Address_GetList(['EmployeeId' => 1006, 'Period' => 11, 'Year' => 2026]);
    $list = $result->Address_GetListResult->EmployeeAddress ?? [];
}
echo json_encode($list, JSON_UNESCAPED_UNICODE);
