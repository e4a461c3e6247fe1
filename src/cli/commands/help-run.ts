import { cellRow } from '../../lib/cells/cell-row.ts'
import { RowWriter } from '../../lib/cells/row-writer.ts'
import { ok, type Result } from '../../lib/result.ts'
import { meantFirst, usage, type UsageError } from '../../lib/text/usage-error.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { writeOutput } from '../../outputs/stream/output.ts'
import type { RunOptions } from '../../run/run.ts'
import type { Source } from '../../shows/source.ts'
import type { Keyboard } from '../../terminal/terminal-guard.ts'
import { relinked } from '../../ui/manual/manual-panel.ts'
import type { MarkdownDocument } from '../../ui/markdown/document.ts'
import type { Theme } from '../../ui/paint/theme.ts'
import { contentsPage, type ManualStart } from '../../ui/state/panel-state.ts'
import { helpColumns, type Around } from '../arguments/command.ts'
import { readRunOptions } from '../configuration/resolve-run.ts'
import type { Host } from '../host/host.ts'
import { shownText } from '../redaction/shown-command.ts'
import { readPage, topicOf, topics, topicWords } from '../manual/topics.ts'
import { programSpawn } from '../../system/child-processes.ts'

/** Shows the page of a topic, or the list of topics (null). Returns the exit status. */
export async function runManual(
  word: string | null,
  { host, commands }: Around,
): Promise<Result<number, UsageError>> {
  const topic = word === null ? null : topicOf(word, commands)
  if (word !== null && topic === null) {
    const mend = meantFirst(word, topicWords, (meant) => `\`acp-plan-tui help ${meant}\``)
    return usage(`there is no topic “${shownText(word)}”`, `${mend}\`acp-plan-tui help\` lists them all.`)
  }
  const read = topic === null ? null : readPage(topic.name, host)
  if (read?.ok === false)
    return usage(read.problem, 'Install the package again, or build it with `npm run build`.')
  const screen = await screenFor(host)
  if (screen !== null) {
    const query = word?.startsWith('--') === true ? word.toLowerCase() : ''
    return await showOnScreen({ page: topic?.name ?? contentsPage, query }, screen, host)
  }
  return read === null ? await writeOutput(topicList(), host.process.stdout) : await show(read.value, host)
}

interface ManualScreen {
  readonly keyboard: Keyboard
  readonly options: RunOptions
}

/** The terminal for the manual's screen; null: it is no terminal, the user has a pager of their own, or the settings want no screen. */
async function screenFor(host: Host): Promise<ManualScreen | null> {
  const keyboard = host.isTerminal(1) && host.process.env['PAGER'] === undefined ? host.findKeyboard() : null
  if (keyboard === null) return null
  const read = await readRunOptions({}, host, { hasKeyboard: true })
  // A broken configuration must not hide the page that explains it.
  if (!read.ok || read.value.format !== 'tui' || read.value.screenReader) return null
  return { keyboard, options: { ...read.value, keepsState: false } }
}

async function showOnScreen(
  manual: ManualStart,
  { keyboard, options }: ManualScreen,
  host: Host,
): Promise<Result<number, UsageError>> {
  const [{ onScreen, statusAfter }, { watchEnds }, { captureConsole, createTerminalGuard }] =
    await Promise.all([
      import('./on-screen.ts'),
      import('../../system/end-watch.ts'),
      import('../../terminal/terminal-guard.ts'),
    ])
  const guard = createTerminalGuard(host)
  const ends = watchEnds({ guard, kept: captureConsole(host.process), host })
  const load = async (): Promise<() => Source> => {
    const [{ onlyShown }, { createApp }, { initialState }, { makeRecordedDocuments }] = await Promise.all([
      import('../../shows/source.ts'),
      import('../../app/app.ts'),
      import('../../app/state/app-state.ts'),
      import('../../sources/plan-file/recorded-documents.ts'),
    ])
    const { clock } = host
    const app = createApp({ ...initialState, observed: { found: null, shown: [] } })
    return () =>
      onlyShown('', { app, clock, documents: makeRecordedDocuments(clock), close: () => undefined })
  }
  const at = { host, ends, guard, keyboard, options, manual, doing: 'opening the manual' }
  const end = await onScreen(load, at).catch((cause: unknown) => ends.crash(cause))
  ends.closing()
  return statusAfter(end, host)
}

async function show(source: string, host: Host): Promise<Result<number, UsageError>> {
  const { env, platform, stdout } = host.process
  if (!host.isTerminal(1)) return await writeOutput(source, stdout)
  const [{ makeTheme }, { MarkdownDocument: Document }] = await Promise.all([
    import('../../ui/paint/theme.ts'),
    import('../../ui/markdown/document.ts'),
  ])
  const options = await readRunOptions({}, host, { hasKeyboard: true })
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

/** Lines of a page become hard to read beyond this. */
const widest = 100
/** Without moves of the cursor, which pagers do not show: every width is taken as sure. */
const writer = new RowWriter(/^/)

export interface PageLook {
  readonly theme: Theme
  readonly columns: number
  /** The renderer, which is a chunk of its own. */
  readonly Document: typeof MarkdownDocument
}

/** All of a page as lines for a terminal, rendered like a plan. */
export function renderedPage(source: string, { theme, columns, Document }: PageLook): readonly string[] {
  const width = Math.min(columns, widest)
  const document = new Document({ theme, columns: width })
  document.setSource(readableLinks(source))
  // Until then, how many rows there are is an estimate.
  document.work(Number.POSITIVE_INFINITY, () => 0)
  return document.rows(0, document.rowCount).map((row) => writer.whole(cellRow(row, width)).trimEnd())
}

/** Links to other pages as the command that shows them, and pictures as their descriptions. */
export function readableLinks(source: string): string {
  return relinked(source, (words, page) => (page === '' ? words : `${words} (\`acp-plan-tui help ${page}\`)`))
}

export interface PagerParts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/** The user's pager as a command and its arguments; null: the user wants none. No shell is used. */
export function pagerCommand({ environment, platform }: PagerParts): readonly [string, ...string[]] | null {
  const wanted = environment['PAGER'] ?? (platform === 'win32' ? 'more' : 'less')
  const [command, ...args] = wanted.split(/\s+/).filter((word) => word !== '')
  return command === undefined || command === 'cat' ? null : [command, ...args]
}

/**
 * Shows a text in the user's pager, and waits for its end. Returns false if there is no pager or it cannot be started: then nothing
 * was shown.
 */
export async function showInPager(text: string, parts: PagerParts): Promise<boolean> {
  const found = pagerCommand(parts)
  if (found === null) return false
  const [command, ...args] = found
  // Colours are shown, and a text that fits is only printed; as git does it.
  const env = { ...parts.environment, LESS: parts.environment['LESS'] ?? 'FRX' }
  // Ctrl-c belongs to the pager.
  const ignore = (): void => undefined
  const spawn = await programSpawn(parts.platform)
  process.on('SIGINT', ignore)
  try {
    return await new Promise<boolean>((resolve) => {
      const child = spawn(command, args, { env, stdio: ['pipe', 'inherit', 'inherit'] })
      child.on('error', () => resolve(false))
      child.on('close', () => resolve(true))
      // The pager may be left before it has read everything.
      child.stdin.on('error', () => undefined)
      child.stdin.end(text)
    })
  } catch {
    return false
  } finally {
    process.removeListener('SIGINT', ignore)
  }
}
