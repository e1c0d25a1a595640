/** The scripts that a shell runs on the tab key: they call the command itself. */

export const scripts = {
  bash: `# Completion of employee-service for bash. In ~/.bashrc: eval "$(employee-service completion bash)"
_employee_service() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :files) compopt -o default 2>/dev/null ;;
            ?*) COMPREPLY+=("\${line%%$'\\t'*}") ;;
        esac
    done < <("$1" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _employee_service employee-service
`,
  zsh: `#compdef employee-service
# Completion of employee-service for zsh. In ~/.zshrc, behind compinit: eval "$(employee-service completion zsh)"
_employee_service() {
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
    (( $#described )) && _describe employee-service described
    [[ -n $files ]] && _files
}
if [[ "\${funcstack[1]}" == _employee_service ]]; then
    _employee_service "$@"
else
    compdef _employee_service employee-service
fi
`,
  fish: `# Completion of employee-service for fish. In ~/.config/fish/config.fish: employee-service completion fish | source
function __employee_service_complete
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
complete -c employee-service -f -a '(__employee_service_complete)'
`,
} as const;
