# A service of SOAP::Lite: most operations return their argument, as a program would that knows no types. Runs with PORT.
use strict;
use warnings;
use SOAP::Transport::HTTP;

BEGIN {
    package Echo;
    # SOAP::Lite looks for the file of a package otherwise.
    $INC{'Echo.pm'} = __FILE__;
    no strict 'refs';
    for my $type (qw(String Int Long Double Decimal Boolean DateTime Base64 Strings Item Items Order Node Table)) {
        *{"Echo::echo$type"} = sub { return $_[1] };
    }
    sub twins { return [$_[1], $_[1]] }
    sub ring { my $node = { name => $_[1] }; $node->{next} = $node; return $node }
    sub split { return ($_[1]->{name}, $_[1]->{count}, $_[1]) }
}

SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => $ENV{PORT}, ReuseAddr => 1)
    ->dispatch_with({ 'urn:echo' => 'Echo' })->handle;
