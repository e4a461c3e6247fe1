import { queueKept, linkEndWords } from '../../app/words/link.ts'
import { finalStderrMs, finalStderr, withoutStack, type FinalStderr } from '../../app/state/final-stderr.ts'
import { keyWords, tableKeys, type KeyMap } from '../keys/key-map.ts'
import { isOnlyShown, type AppState, currentSession, hasUnsent } from '../../app/state/app-state.ts'
import { isPastRefused, type LinkEnd, offersNothing } from '../../app/state/link.ts'
import { capitalized } from '../../lib/text/capital.ts'
import { shortTime } from '../../lib/text/duration.ts'
import { safe, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, cutLine } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Look } from '../paint/look.ts'

const lastLines = 3
const sentenceLines = 4

export interface NoticeFrame extends Look {
  /** The keys in force; absent: those of the key table. */
  readonly keys?: KeyMap
  /** Rows that the notice may take, two at least. */
  readonly rows: number
}

/** How the agent ended, the end of its stderr, and what the user can do. Empty while the agent runs. */
export function endRows(
  state: AppState,
  { theme, columns, rows, keys = tableKeys }: NoticeFrame,
): readonly Row[] {
  if (state.link.state !== 'ended') return []
  const { end } = state.link
  const written = finalStderr(state)
  const stderr = hasLastWords(end) ? withoutStack(written.lines) : []
  const most = Math.max(1, Math.min(sentenceLines, rows - 1))
  const sentence = endSentence(end, state, keys)
  const quoting = wrapText(safe`${sentence} ${announcement(written)}`, columns - 2)
  // stderr is only announced if there is room to quote it.
  const isQuoted = stderr.length > 0 && quoting.length <= most && quoting.length + 2 <= rows
  const words = isQuoted
    ? quoting
    : wrapText(safe`${sentence}${stderrNote(end, written, keys)}`, columns - 2, most)
  const left = isQuoted ? Math.min(lastLines, rows - words.length - 1) : 0
  const last = left === 0 ? [] : stderr.slice(-left)
  return [
    ...words.map((line) => row(safe` `, paint(theme, 'bad', line))),
    ...last.map((line) => row(safe`   `, paint(theme, 'dim', cutLine(line, columns - 4)))),
    row(safe` `, paint(theme, 'strong', cutToWidth(nextKeys(state, end, { columns, keys }), columns - 2))),
  ]
}

/** Whether the end of stderr may explain this end; other ends have a reason of their own. */
function hasLastWords(end: LinkEnd): boolean {
  switch (end.kind) {
    case 'exited':
    case 'closed-output':
    case 'silent':
    case 'refused':
    case 'broke-protocol':
      return true
    case 'not-started':
    case 'unreachable':
    case 'disconnected':
    case 'wants-authentication':
    case 'closed':
      return false
  }
}

function announcement({ beforeMs }: FinalStderr): SafeText {
  return beforeMs < 1000
    ? safe`Its last lines on stderr:`
    : safe`Its last lines on stderr, ${shortTime(beforeMs)} before:`
}

function stderrNote(end: LinkEnd, { lines, older }: FinalStderr, keys: KeyMap): SafeText {
  if (lines.length > 0 || (end.kind !== 'exited' && end.kind !== 'closed-output')) return safe``
  return older === 0
    ? safe` It wrote nothing on stderr.`
    : safe` It wrote nothing on stderr in its last ${shortTime(finalStderrMs)}; ${keyWords(keys, 'stderr')} shows what came before.`
}

function endSentence(end: LinkEnd, state: AppState, keys: KeyMap): SafeText {
  const ranFor = ranForOf(state)
  const words = linkEndWords(end, ranFor === null ? {} : { ranFor }).what
  const sentence = sentenceOf(capitalized(words))
  switch (end.kind) {
    case 'not-started':
      return safe`${sentence} Check the command after --.`
    case 'wants-authentication':
      return safe`${sentence} ${authWays(end)}`
    case 'refused':
      return safe`${sentence}${pastNote(end, state, keys)}`
    case 'exited':
    case 'unreachable':
    case 'disconnected':
    case 'closed-output':
    case 'silent':
    case 'broke-protocol':
    case 'closed':
      return sentence
  }
}

/** What the user can do after an earlier session could not be opened. */
function pastNote(end: LinkEnd, { agent }: AppState, keys: KeyMap): SafeText {
  if (!isPastRefused(end)) return safe``
  const offers = agent?.offers ?? offersNothing
  if (end.method !== 'session/list' && offers.list)
    return safe` In a new session, ${keyWords(keys, 'sessions')} lists all sessions.`
  if (end.method === 'session/list' && (offers.load || offers.resume))
    return safe` --session ID continues one whose id you know.`
  return safe``
}

/** Text of others, cut, and with a full stop at its end. */
function sentenceOf(raw: string): SafeText {
  const text = shownLine(raw, 'long').trim()
  return (/[.!?…]$/.test(text) ? text : `${text}.`) as SafeText
}

function ranForOf({ link, agentSinceMs }: AppState): string | null {
  return link.state !== 'ended' || agentSinceMs === null
    ? null
    : shortTime(link.sinceMs - agentSinceMs, 'took')
}

function authWays({ methods }: Extract<LinkEnd, { kind: 'wants-authentication' }>): SafeText {
  if (methods.length === 0) return safe`It names no login method; its own program may have one.`
  return safe`It offers: ${methods.map((method) => shownLine(method.name, 'word')).join(', ') as SafeText}.`
}

/** Whether the agent was connected to and not started by this program: there is no stderr of it. */
export function isElsewhere({ planTools, link }: Pick<AppState, 'planTools' | 'link'>): boolean {
  if (planTools?.mode === 'elsewhere') return true
  return link.state === 'ended' && (link.end.kind === 'unreachable' || link.end.kind === 'disconnected')
}

function nextKeys(
  state: AppState,
  end: LinkEnd,
  { columns, keys }: { readonly columns: number; readonly keys: KeyMap },
): SafeText {
  const [restart, quit] = [keyWords(keys, 'restart'), keyWords(keys, 'quit')]
  const output = keyWords(keys, 'stderr')
  const sized = (wide: SafeText, narrow: SafeText): SafeText => (columns < 60 ? narrow : wide)
  const stderr = sized(safe`${output} all of stderr`, safe`${output} stderr`)
  if (isOnlyShown(state)) return safe`${stderr}   ${quit} quit`
  if (isPastRefused(end)) {
    const again = sized(safe`${restart} start it with a new session`, safe`${restart} new session`)
    return isElsewhere(state) ? safe`${again}   ${quit} quit` : safe`${again}   ${stderr}   ${quit} quit`
  }
  if (isElsewhere(state))
    return safe`${sized(safe`${restart} try again`, safe`${restart} retry`)}   ${quit} quit`
  const again = sized(safe`${restart} restart it`, safe`${restart} retry`)
  return end.kind === 'not-started'
    ? safe`${again}   ${quit} quit`
    : safe`${again}   ${stderr}   ${quit} quit`
}

/** Why prompts to the current session are held back, and what the user can do. Empty if they are not held back. */
export function heldRows(
  state: AppState,
  { theme, columns, rows, keys: map = tableKeys }: NoticeFrame,
): readonly Row[] {
  const [settings, leave] = [keyWords(map, 'settings'), keyWords(map, 'leave')]
  const held = currentSession(state)?.held ?? null
  if (held === null || isOnlyShown(state)) return []
  const isWaiting = hasUnsent(state)
  if (held.message === null && !isWaiting) return []
  const what = isWaiting ? safe`Nothing was sent: ` : safe`Not set: `
  const said = held.message === null ? queueKept : safe`${what}${shownLine(held.message, 'long')}`
  const lines = wrapText(safe`${said}.`, columns - 2, Math.max(1, Math.min(sentenceLines, rows - 1)))
  const keys = isWaiting
    ? held.message === null
      ? keptKeys(keyWords(map, 'write-prompt'), leave, columns)
      : columns < 60
        ? safe`${settings} choose, then send   ${leave} take back`
        : safe`${settings} choose and send   ${leave} take the prompt back   ${keyWords(map, 'quit')} quit`
    : safe`${settings} choose   ${keyWords(map, 'write-prompt')} send anyway`
  return [
    ...lines.map((line) => row(safe` `, paint(theme, 'bad', line))),
    row(safe` `, paint(theme, 'strong', cutToWidth(keys, columns - 2))),
  ]
}

function keptKeys(write: SafeText, leave: SafeText, columns: number): SafeText {
  const send = safe`${write} enter send`
  return columns < 60
    ? safe`${send}   ${leave} take back`
    : safe`${send}   ${write} write what goes first   ${leave} take back`
}
