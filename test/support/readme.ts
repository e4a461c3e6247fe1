// The README and its tables, for tests that compare them with the program.
import { readFileSync } from 'node:fs'

export const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** The rows of the README's table whose head begins with this word, each cut into its cells. */
export function readmeTable(head: string): readonly (readonly string[])[] {
  const [, after] = readme.split(`\n| ${head} |`)
  if (after === undefined) throw new Error(`the README has no table of “${head}”`)
  const [table = ''] = after.split('\n\n')
  return table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

/** What stands in a text as code. */
export function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
