import { ok } from '../../lib/result.ts'
import { usage } from '../../lib/text/usage-error.ts'
import type { Command } from '../arguments/command.ts'
import { helpAndVersion } from '../arguments/shared-options.ts'

/** The manual. The request is the word that was given; null: none. */
export const help: Command<string | null> = {
  name: 'help',
  form: 'help [TOPIC]',
  does: 'the manual, page by page',
  options: helpAndVersion,
  takes: async () => (await import('../manual/topics.ts')).topicWords,
  read: ({ positionals: [word = null, ...more] }) =>
    more.length > 0
      ? usage('help takes one topic', 'Without one, `acp-plan-tui help` lists them.')
      : ok(word),
  run: async (word, around) => await (await import('./help-run.ts')).runManual(word, around),
  help: ({
    options,
  }) => `acp-plan-tui help shows the manual: on a terminal as a screen with search, links and a list of
all pages and headings, else as markdown.

Usage:
  acp-plan-tui help                              the list of pages
  acp-plan-tui help TOPIC                        the page of a topic, a command or an option

Examples:
  acp-plan-tui help
  acp-plan-tui help render
  acp-plan-tui help --exit-on

With PAGER set, a page is written as text instead, and one that is taller than the terminal is shown
in that program: PAGER=cat writes it at once.

${options}

Exit status: 0 success, 2 there is no such topic.
`,
}
