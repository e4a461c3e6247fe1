import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import { pageAddress, type PageAddress } from '../../app/forms/page-address.ts'
import { own, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'

export interface AskedFrame {
  readonly theme: Theme
  readonly columns: number
  /** The browser was sent to the page. */
  readonly isOpened: boolean
}

/** Characters of an agent's text that are shown. */
const maxTextLength = 20_000

/** What the agent says with its question, and the page that it wants opened, whole. At least one line. */
export function askedLines(request: ElicitationRequest, frame: AskedFrame): readonly Row[] {
  const isKept =
    last?.request === request &&
    last.frame.theme === frame.theme &&
    last.frame.columns === frame.columns &&
    last.frame.isOpened === frame.isOpened
  // A long text is wrapped once, not each frame.
  if (!isKept || last === null) last = { request, frame, lines: linesOf(request, frame) }
  return last.lines
}

let last: {
  readonly request: ElicitationRequest
  readonly frame: AskedFrame
  readonly lines: readonly Row[]
} | null = null

function linesOf({ asks, message }: ElicitationRequest, frame: AskedFrame): readonly Row[] {
  const words = message.trim() === '' ? 'The agent asks for something, and does not say what for.' : message
  if (asks.type === 'url') return [...textLines(words, 'strong', frame), ...pageLines(asks.url, frame)]
  return [
    ...textLines(asks.title ?? '', 'heading', frame),
    ...textLines(words, 'strong', frame),
    ...textLines(asks.description ?? '', 'normal', frame),
  ]
}

function textLines(text: string, role: Role, { theme, columns }: AskedFrame): readonly Row[] {
  if (text.trim() === '') return []
  return wrapText(safeText(text.slice(0, maxTextLength).trim()), columns - 2).map((line) =>
    row(own` `, paint(theme, role, line)),
  )
}

/**
 * The whole address with its host marked, and the host once more: both are to be seen before a page is opened.
 * https://agentclientprotocol.com/protocol/elicitation
 */
function pageLines(url: string, frame: AskedFrame): readonly Row[] {
  const { theme, columns } = frame
  const page = pageAddress(url)
  const width = Math.max(1, columns - 4)
  if (!page.ok) {
    const address = wrapText(safeLine(url), width).map((line) => row(own`   `, paint(theme, 'normal', line)))
    return [...address, ...textLines(`! It is not opened from here: ${page.problem}.`, 'warning', frame)]
  }
  const { host, isEncrypted } = page.value
  const note = isEncrypted ? own`` : own` (not encrypted)`
  const at = wrapText(own`opens at ${safeLine(host)}${note}`, columns - 2)
  const opened = frame.isOpened
    ? textLines('The browser was sent there. Done tells the agent that it can go on.', 'normal', frame)
    : []
  return [
    ...opened,
    ...at.map((line) => row(own` `, paint(theme, isEncrypted ? 'normal' : 'warning', line))),
    ...addressLines(page.value, theme, width),
  ]
}

/** An address is ASCII without blanks: it is cut anywhere. */
function addressLines({ href, host, hostAt }: PageAddress, theme: Theme, width: number): readonly Row[] {
  const count = Math.ceil(href.length / width)
  return Array.from({ length: count }, (_, line) => {
    const start = line * width
    const piece = (from: number, to: number): SafeText =>
      safeLine(href.slice(Math.max(start, from), Math.max(start, Math.min(start + width, to))))
    const end = hostAt + host.length
    return row(
      own`   `,
      paint(theme, 'dim', piece(0, hostAt)),
      paint(theme, 'strong', piece(hostAt, end)),
      paint(theme, 'dim', piece(end, href.length)),
    )
  })
}
