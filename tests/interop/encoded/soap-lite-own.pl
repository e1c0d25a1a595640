# Reads recorded responses as SOAP::Lite's client does. perl soap-lite-own.pl FOLDER prints a line of JSON for each line of calls.txt.
use strict;
use warnings;
use JSON::PP;
use MIME::Base64;
use Scalar::Util qw(reftype);
use SOAP::Lite;

my ($folder) = @ARGV;
my $json = JSON::PP->new->ascii->canonical;

sub plain {
    my ($value, $is_binary, $depth) = @_;
    return 'a ring' if $depth > 20;
    return undef if !defined $value;
    my $kind = reftype($value) // '';
    return [map { plain($_, $is_binary, $depth + 1) } @$value] if $kind eq 'ARRAY';
    return { map { $_ => plain($value->{$_}, $is_binary, $depth + 1) } keys %$value } if $kind eq 'HASH';
    return encode_base64("$value", '') if $is_binary;
    my $text = "$value";
    # A text beyond ASCII is sent as base64Binary, and read as octets.
    utf8::decode($text) if !utf8::is_utf8($text);
    return $text;
}

open my $calls, '<', "$folder/calls.txt" or die;
while (my $line = <$calls>) {
    my ($number, $operation) = $line =~ /^(\d+) (\w+)/;
    my $read = eval {
        open my $file, '<:raw', "$folder/$number.xml" or die;
        my $xml = do { local $/; <$file> };
        my $som = SOAP::Deserializer->new->deserialize($xml);
        die $som->faultstring . "\n" if $som->fault;
        my @values = map { plain($_, $operation eq 'echoBase64', 0) } $som->paramsall;
        { value => @values > 1 ? \@values : $values[0] };
    } || { error => "$@" };
    print $json->encode({ call => $number + 0, %$read }), "\n";
}
