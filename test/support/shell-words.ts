// Lines of a shell in documents, cut into words as a shell does it.

/** The words of the first command in a line, without comment, pipe and redirection. Quotes are removed. */
function shellWords(line: string): readonly string[] {
  const words: string[] = []
  const pieces = /\s*(?:(#.*|[|<>;&].*)$|((?:"[^"]*"|'[^']*'|[^\s"'|<>;&])+))/gy
  for (const [, end, word = ''] of line.matchAll(pieces)) {
    if (end !== undefined) break
    words.push(
      word.replaceAll(
        /"([^"]*)"|'([^']*)'/g,
        (_, double: string = '', single: string = '') => double + single,
      ),
    )
  }
  return words
}

/** The arguments in each call of this program in the lines of a shell, also behind a pipe. */
export function callsIn(
  lines: string,
): readonly { readonly line: string; readonly words: readonly string[] }[] {
  return lines
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const call = /(?:^\s*|\| )(acp-plan-tui\b.*)/.exec(line)?.[1]
      return call === undefined ? [] : [{ line: call, words: shellWords(call).slice(1) }]
    })
}
