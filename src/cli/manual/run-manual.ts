import { fileURLToPath } from 'node:url'
import { ok, type Result } from '../../lib/result.ts'
import { writeOutput } from '../../outputs/stream/output.ts'
import { meantFirst, usage, type UsageError } from '../../lib/text/usage-error.ts'
import { fileFaultWords, readRegularFile } from '../../system/regular-file.ts'
import { showInPager } from '../../terminal/pager.ts'
import { shownText } from '../redaction/shown-command.ts'
import { helpColumns, type Around } from '../arguments/command.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { readRunOptions } from '../configuration/resolve-run.ts'
import type { Host } from '../host/host.ts'
import { topicOf, topics, topicWords } from './topics.ts'

const longestPage = 1024 * 1024

/** Shows the page of a topic, or the list of topics (null). Returns the exit status. */
export async function runManual(
  word: string | null,
  { host, commands }: Around,
): Promise<Result<number, UsageError>> {
  if (word === null) return await writeOutput(topicList(), host.process.stdout)
  const topic = topicOf(word, commands)
  if (topic === null) {
    const mend = meantFirst(word, topicWords, (meant) => `\`acp-plan-tui help ${meant}\``)
    return usage(`there is no topic “${shownText(word)}”`, `${mend}\`acp-plan-tui help\` lists them all.`)
  }
  const file = fileURLToPath(new URL(`${topic.name}.md`, host.manual))
  const read = readRegularFile(file, longestPage)
  if (!read.ok)
    return usage(
      `the page ${file}: ${fileFaultWords(read.problem)}`,
      'Install the package again, or build it with `npm run build`.',
    )
  return await show(read.value.toString('utf8'), host)
}

async function show(source: string, host: Host): Promise<Result<number, UsageError>> {
  const { env, platform, stdout } = host.process
  if (!host.isTerminal(1)) return await writeOutput(source, stdout)
  const [{ renderedPage }, { makeTheme }, { MarkdownDocument: Document }] = await Promise.all([
    import('./shown-page.ts'),
    import('../../ui/paint/theme.ts'),
    import('../../ui/markdown/document.ts'),
  ])
  const given = { hasKeyboard: true, promptCount: 1, continuesSession: false }
  const options = await readRunOptions({}, host, given)
  // A broken configuration must not hide the page that explains it.
  const look = options.ok
    ? options.value
    : { theme: 'dark' as const, color: false, has256Colors: false, ascii: false, hyperlinks: false }
  const { theme: name, ...terminal } = look
  const lines = renderedPage(source, {
    theme: makeTheme({ ...terminal, name }),
    columns: stdout.columns,
    Document,
  })
  const text = `${lines.join('\n')}\n`
  const isTall = lines.length >= stdout.rows
  if (isTall && (await showInPager(text, { environment: env, platform }))) return ok(0)
  return await writeOutput(text, stdout)
}

function topicList(): string {
  const widest = Math.max(...topics.map(({ name }) => name.length))
  const lines = topics.map(({ name, about }) => `  ${name.padEnd(widest)}  ${about}`)
  const words =
    'A command or an option may be given too: `help render`, `help --exit-on`. All options: `acp-plan-tui --help`, and `--help` after a command.'
  return `The manual; \`acp-plan-tui help TOPIC\` shows a page:\n\n${lines.join('\n')}\n\n${wrapText(words, helpColumns).join('\n')}\n`
}
