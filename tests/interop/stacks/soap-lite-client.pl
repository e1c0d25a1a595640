# Calls the service with SOAP::Lite: perl soap-lite-client.pl WSDL VERSION SOAP NAMESPACE. Prints JSON.
use strict;
use warnings;
use utf8;
use JSON::PP;
use SOAP::Lite;

my ($wsdl, $version, $soap, $namespace) = @ARGV;
(my $address = $wsdl) =~ s/\?wsdl$//;
my $is_old = $version eq 'v2.1';
my $operation = $is_old ? 'CostCenter_GetCurrent' : 'Address_GetList';

# It knows the envelope of SOAP 1.2, but not its media type, which must not be beside a SOAPAction.
$SOAP::Constants::DEFAULT_HTTP_CONTENT_TYPE = $soap eq '1.2' ? 'application/soap+xml' : 'text/xml';

sub element {
    my ($name, $value) = @_;
    return SOAP::Data->name($name)->type('')->value($value);
}

my %credentials = $is_old ? (Username => 'sandbox-user', Token => 'sandbox-token') : (Domain => 'sandbox');
my @children = map { element($_, $credentials{$_}) } grep { exists $credentials{$_} } qw(Username Token Domain);
my $header = SOAP::Header->name($is_old ? 'AuthHeader' : 'AuthHeaderWithDomain')
    ->attr({ xmlns => $namespace })->value(\SOAP::Data->value(@children));
my @arguments = (element(EmployeeId => 1006), $is_old ? () : (element(Period => 11), element(Year => 2026)));

SOAP::Lite->soapversion($soap);
my $client = SOAP::Lite->new->soapversion($soap)->proxy($address)->default_ns($namespace)->encodingStyle('')
    ->on_action(sub { "\"$namespace/$operation\"" });
my $result = $client->call($operation, @arguments, $header);
die $result->faultstring if $result->fault;
my $records = $is_old ? 'EmployeeCostCenter' : 'EmployeeAddress';
print JSON::PP->new->utf8->encode([ $result->valueof("//$records") ]);
