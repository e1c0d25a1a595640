/** The scripts that a shell runs on the tab key: they call the command itself. */

export const shells = ["bash", "zsh", "fish"] as const;

type Shell = (typeof shells)[number];

/** Returns the script that completes `command`; undefined for an unknown shell. */
export function completionScript(command: string, shell: Shell): string;
export function completionScript(command: string, shell: string | undefined): string | undefined;
export function completionScript(command: string, shell: string | undefined): string | undefined {
  const known = shells.find((name) => name === shell);
  return (
    known && scripts[known].replaceAll("soap_command", command.replaceAll("-", "_")).replaceAll("soap-command", command)
  );
}

const scripts = {
  bash: `# Completion of soap-command for bash. In ~/.bashrc: eval "$(soap-command completion bash)"
_soap_command() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :files) compopt -o default 2>/dev/null ;;
            ?*) COMPREPLY+=("\${line%%$'\\t'*}") ;;
        esac
    done < <("$1" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _soap_command soap-command
`,
  zsh: `#compdef soap-command
# Completion of soap-command for zsh. In ~/.zshrc, behind compinit: eval "$(soap-command completion zsh)"
_soap_command() {
    local line files
    local -a described
    for line in "\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        case $line in
            :files) files=1 ;;
            ?*)
                line=\${line//:/\\\\:}
                described+=("\${line/$'\\t'/:}")
                ;;
        esac
    done
    (( $#described )) && _describe soap-command described
    [[ -n $files ]] && _files
}
if [[ "\${funcstack[1]}" == _soap_command ]]; then
    _soap_command "$@"
else
    compdef _soap_command soap-command
fi
`,
  fish: `# Completion of soap-command for fish. In ~/.config/fish/config.fish: soap-command completion fish | source
function __soap_command_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in ($before[1] complete -- $before[2..-1] "$current" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c soap-command -f -a '(__soap_command_complete)'
`,
} as const;
