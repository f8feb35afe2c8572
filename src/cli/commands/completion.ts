import { EXIT } from '../../session/errors.ts';
import type { Action } from '../context.ts';

export const completionCommand: Action<'completion'> = async (
  { arguments: { SHELL } },
  { stdout },
) => {
  await stdout.write(completionScripts[SHELL]);
  return EXIT.done;
};

type Shell = 'bash' | 'zsh' | 'fish';

// Each script passes the words up to the cursor to `warren __complete`, and reads one candidate per line: word, tab,
// description. A single `:file` asks for file names.

const BASH = `# bash completion for warren
_warren() {
  local line=\${COMP_LINE:0:COMP_POINT} word about full prefix
  local -a words
  read -ra words <<< "$line"
  case $line in *[[:space:]]) words+=('') ;; esac
  # bash breaks words at = and : and replaces only what comes after.
  full=\${words[\${#words[@]}-1]}
  prefix=\${full%"\${full##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r word about; do
    if [[ $word == :file ]]; then
      # The file is what stands behind --OPTION=.
      full=\${full#--*=} prefix=\${full%"\${full##*[=:]}"}
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("\${word#"$prefix"}"); done < <(compgen -f -- "$full")
      return
    fi
    COMPREPLY+=("\${word#"$prefix"}")
  done < <(command warren __complete "\${words[@]:1}" 2>/dev/null)
}
complete -F _warren warren
`;

const ZSH = `#compdef warren
_warren() {
  local -a found
  local word about
  while IFS=$'\\t' read -r word about; do
    if [[ $word == :file ]]; then
      _files
      return
    fi
    found+=("\${word//:/\\\\:}:$about")
  done < <(command warren __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe -t warren warren found
}
if [[ $funcstack[1] == _warren ]]; then
  _warren "$@"
else
  compdef _warren warren
fi
`;

const FISH = `# fish completion for warren
function __warren_complete
  set -l token (commandline -ct)
  set -l words (commandline -opc) "$token"
  set -l found (command warren __complete $words[2..-1] 2>/dev/null)
  if test "$found[1]" = ':file'
    __fish_complete_path "$token"
  else
    printf '%s\\n' $found
  end
end
complete -c warren -f -a '(__warren_complete)'
`;

export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
};
