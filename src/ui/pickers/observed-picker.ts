import { lastFolders } from './sessions-picker.ts'
import {
  type FoundList,
  hostId,
  type HostState,
  type SurveyedSession,
  type Observed,
  type Offer,
} from '../../app/state/observed.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { closedFolderWords, silenceWords } from '../../app/words/session.ts'
import { counted, listedWords } from '../../lib/text/wording.ts'
import { memoLast } from '../../lib/memo.ts'
import { shortTime, timeOfDay } from '../../lib/text/duration.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { padded, cutToWidth, displayWidth, cutLine, padStart } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { nextCoarse } from '../state/timing.ts'
import {
  type ItemAction,
  blankItem,
  onEnter,
  searchOf,
  type DetailLine,
  type ItemAt,
  type ItemView,
  type PickerItem,
  type PickerModel,
} from './picker-item.ts'

/** The sessions of other programs, those that wait for their user first. */
export function observedPicker({ observed }: AppState): PickerModel {
  return observedModel(observed?.found ?? null)
}

const observedModel = memoLast((found: Observed['found']): PickerModel => {
  const sessions = found?.sessions ?? []
  const hosts = (found?.hosts ?? []).filter(({ state }) => state !== 'connected')
  const itemsOf = (group: string | null): readonly PickerItem[] => [
    ...sessions.map((each) => {
      const away = hosts.find(({ name }) => name === each.session.host) ?? null
      return itemOf(each, { away, group })
    }),
    ...hosts.map((host) => hostItem(host, group)),
  ]
  if (found?.offers === undefined) return { title: safe`Attach`, items: itemsOf(null), notes: notesOf(found) }
  const { all, isLooking } = found.offers
  const of = (group: Offer['group']): readonly PickerItem[] =>
    all.filter((each) => each.group === group).map(offerItem)
  const agents = of('agents')
  const notes: readonly (DetailLine | null)[] = [
    ...closedNotes(found),
    found.isLooking || isLooking ? { text: safe`Looking for sessions and recordings…`, role: 'dim' } : null,
    agents.length > 0 ? null : { text: safe`No known agent is on PATH, nor is npx.`, role: 'normal' },
    { text: safe`Any other agent: acp-plan-tui -- COMMAND. All commands: acp-plan-tui --help.`, role: 'dim' },
  ]
  return {
    title: safe`Start`,
    items: [
      ...agents,
      ...itemsOf(found.hosts === undefined ? 'Sessions on this machine' : 'Sessions'),
      ...of('recordings'),
      ...of('recent'),
      ...of('demo'),
    ],
    notes: notes.filter((note) => note !== null),
  }
})

/** Another machine that does not answer. */
function hostItem(host: HostState, group: string | null): PickerItem {
  const { name, state, needsUser, why } = host
  const isAway = state === 'away'
  const does = needsUser ? 'answer its ssh' : 'connect again'
  const intents = [{ type: 'observe', id: hostId(host) }] as const
  return {
    id: hostId(host),
    search: name.toLowerCase(),
    group,
    actions: isAway ? [onEnter(does, 'stay', { intents })] : [],
    view: ({ theme }) => ({
      ...blankItem,
      glyph: glyphs(theme).dot,
      glyphRole: isAway ? 'warning' : 'dim',
      text: shownLine(name),
      more: isAway ? awayWords(host) : safe`connecting`,
      moreRole: isAway ? 'warning' : 'dim',
      detail: why === '' ? [] : [{ text: shownLine(why), role: 'dim' }],
    }),
  }
}

/** `as of 12:03`, and what the user can do. */
function awayWords(host: HostState): SafeText {
  const { why, needsUser } = host
  const since = sinceWords(host)
  return needsUser ? safe`${since}: ssh asks, enter lets it` : safe`${since}: ${shownLine(why)}`
}

function sinceWords({ heardAtMs }: HostState): SafeText {
  return heardAtMs === null ? safe`away` : safe`as of ${timeOfDay(heardAtMs)}`
}

const offered = {
  agents: { group: 'Agents', does: 'start it' },
  recordings: { group: 'Recordings in this folder', does: 'replay it' },
  recent: { group: 'The last recordings', does: 'replay it' },
  demo: { group: 'Demo', does: 'play it' },
} as const

function offerItem({ group, name, about, detail, command, changedAtMs, argv }: Offer): PickerItem {
  const { group: heading, does } = offered[group]
  return {
    id: `${group} ${argv.join(' ')}`,
    search: [name, about, heading].join(' ').slice(0, 1000).toLowerCase(),
    group: heading,
    actions: [
      onEnter(does, 'stay', { intents: [{ type: 'choose', argv }] }),
      ...(group === 'recordings' || group === 'recent' ? [pictureOf(argv[1] ?? '')] : []),
      ...(command === undefined ? [] : [copyOf(command)]),
    ],
    view({ theme, columns, nowMs, wallMs }) {
      const nameColumns = Math.floor(
        columns / (group === 'recordings' || group === 'recent' ? 2 : columns < narrow ? 2.5 : 4),
      )
      const agoMs = changedAtMs === null ? null : Math.max(0, wallMs - changedAtMs)
      return {
        ...blankItem,
        glyph: glyphs(theme).dot,
        glyphRole: 'dim',
        text: pad(cutLine(name, nameColumns), nameColumns),
        more: safeLine(about.slice(0, 300)),
        facts: agoMs === null ? safe`` : agoWords(agoMs, columns),
        detail: [{ text: safeLine(detail.slice(0, longestDetail)), role: 'dim' }],
        changesAtMs: agoMs === null ? null : nextCoarse(nowMs - agoMs, nowMs),
      }
    },
  }
}

const longestDetail = 2000

function copyOf(text: string): ItemAction {
  const intents = [{ type: 'copy', taken: { type: 'text', title: 'command', text } }] as const
  return { key: 'ctrl-y', does: 'copy', intents, next: 'stay', confirm: null }
}

function pictureOf(recording: string): ItemAction {
  const intents = [{ type: 'picture', recording }] as const
  return { key: 'ctrl-s', does: 'picture', intents, next: 'stay', confirm: null }
}

function agoWords(agoMs: number, columns: number): SafeText {
  const ago = shortTime(agoMs, 'unit')
  return columns < narrow ? padStart(ago, 4) : padStart(ago === '' ? safe`now` : safe`${ago} ago`, 8)
}

function notesOf(found: Observed['found']): readonly DetailLine[] {
  if (found === null) return []
  if (found.isLooking) return [{ text: safe`Looking for sessions…`, role: 'dim' }]
  const closed = closedNotes(found)
  if (found.sessions.length > 0) return closed
  const hosts = found.hosts ?? []
  const answered = hosts.filter(({ state }) => state === 'connected').map(({ name }) => shownLine(name))
  const missing = hosts.length - answered.length
  const places = listedWords(['here', ...answered.map((name) => `on ${name}`)], 'or') as SafeText
  const not = missing === 0 ? safe`` : safe` No answer from ${counted(missing, 'machine')}.`
  return [
    ...closed,
    { text: safe`Nothing was written ${places} lately.${not}`, role: 'normal' },
    {
      text: safe`Looked for: taps, acpx, Hydra, Claude Code, Codex and Copilot. --since 7d looks further back; a recording, also one that is being written (--record FILE), is named: acp-plan-tui attach FILE.`,
      role: 'dim',
    },
  ]
}

function closedNotes({ closed = [] }: FoundList): readonly DetailLine[] {
  return closed.map((folder) => ({ text: closedFolderWords(folder), role: 'warning' }))
}

function itemOf(
  listed: SurveyedSession,
  { away, group }: { readonly away: HostState | null; readonly group: string | null },
): PickerItem {
  const { session, label, summary } = listed
  return {
    id: listed.id,
    search: searchOf(
      session.host,
      session.label,
      session.folder,
      session.agent,
      label,
      session.id,
      summary?.plan?.title,
    ),
    group,
    actions: [onEnter('observe it', 'close', { intents: [{ type: 'observe', id: listed.id }] })],
    view: (at) => {
      const view = viewOf(listed, at)
      return away === null ? view : wasSo(view, away)
    },
  }
}

/** The row of a session whose machine is away: it is shown as it was. */
function wasSo(view: ItemView, away: HostState): ItemView {
  const words = { text: safe`${shownLine(away.name)}, ${awayWords(away)}`, role: 'warning' } as const
  const since = sinceWords(away)
  const more = view.more === '' ? since : safe`${since}: ${view.more}`
  return { ...view, glyphRole: 'dim', more, moreRole: 'dim', detail: [words, ...view.detail] }
}

/** Below this width there is no age in words, and the agent is named for the selected session only. */
const narrow = 60
const wide = 100

function viewOf(listed: SurveyedSession, at: ItemAt): ItemView {
  const { session, summary } = listed
  const { theme, columns, nowMs, wallMs } = at
  const signs = glyphs(theme)
  const agoMs = Math.max(0, wallMs - session.changedAtMs)
  const progress = progressOf(listed)
  const folder = folderName(listed, columns < narrow ? 18 : Math.floor(columns / 4))
  const agent = agentOf(listed)
  const facts = safe`${progress}${columns < narrow ? safe` ` : safe`  `}${agoWords(agoMs, columns)}`
  const look = doing(listed, agoMs)
  const name =
    columns < narrow
      ? folder
      : safe`${pad(folder, Math.floor(columns / 4))}  ${pad(agent, columns < wide ? 14 : 24)}`
  return {
    ...blankItem,
    glyph: summary?.doing === 'waits' ? signs.waiting : summary?.doing === 'works' ? signs.active : signs.dot,
    glyphRole: summary?.doing === 'waits' ? 'warning' : summary?.doing === 'works' ? 'accent' : 'dim',
    text: name,
    more: look,
    moreRole: summary?.doing === 'waits' ? 'warning' : 'dim',
    facts,
    detail: detailOf(listed, columns < narrow),
    changesAtMs: nextCoarse(nowMs - agoMs, nowMs),
  }
}

/** What the agent does, or that its plan is inferred. */
function doing({ summary, isInferred }: SurveyedSession, agoMs: number): SafeText {
  const about = summary?.about ?? null
  const words = about === null ? safe`` : safeLine(about)
  switch (summary?.doing) {
    case undefined:
      return safe``
    case 'waits':
      return words === '' ? safe`waits` : safe`waits: ${words}`
    case 'works':
      return words === '' ? safe`works` : words
    case 'silent':
      return silenceWords(agoMs)
    case 'rests':
      return isInferred ? safe`inferred` : safe`rests`
  }
}

function agentOf({ session, label }: SurveyedSession): SafeText {
  const agent = safeLine(session.agent.replace(/^@[^/]+\//, '').slice(0, 60))
  if (agent === '' || agent === 'agent') return safeLine(label)
  return session.kind === 'tap' ? safe`${agent} (tap)` : agent
}

/** `3/7`; empty without a plan. */
function progressOf({ summary }: SurveyedSession): SafeText {
  const plan = summary?.plan ?? null
  if (plan === null) return safe``
  const { progress } = plan
  if (progress === null) return safe`document`
  return progress.done === progress.total
    ? safe`${progress.done}/${progress.total} done`
    : safe`${progress.done}/${progress.total}`
}

/** The user's name for it, else the end of its folder; after the name of another machine. */
function folderName(listed: SurveyedSession, columns: number): SafeText {
  const { host } = listed.session
  if (host === undefined) return nameHere(listed, columns)
  const name = cutLine(host.replace(/^.*@/, ''), Math.max(4, Math.floor(columns / 2)))
  return safe`${name}:${nameHere(listed, columns - displayWidth(name) - 1)}`
}

function nameHere({ session }: SurveyedSession, columns: number): SafeText {
  if (session.label !== null && session.label.trim() !== '') return cutLine(session.label, columns)
  return cutToWidth(lastFolders(session.folder ?? session.id, columns), columns)
}

function detailOf(listed: SurveyedSession, isNarrow: boolean): readonly DetailLine[] {
  const { session, summary, isInferred, label } = listed
  const title = summary?.plan?.title ?? ''
  const plan = title === 'Plan' ? '' : title
  const pid = session.pid === null ? safe`` : safe`, process ${session.pid}`
  // A tap without a name of its own is called after its process.
  const isUnnamed = session.kind === 'tap' && session.label === null && session.pid !== null
  const id = isUnnamed ? safe`` : safe` ${shownLine(session.id, 'word')}`
  const from = isInferred ? safe`, inferred from its log` : safe``
  return [
    ...(isNarrow ? [{ text: agentOf(listed), role: 'dim' } as const] : []),
    ...(plan === '' ? [] : [{ text: safe`Plan: ${safeLine(plan)}`, role: 'normal' } as const]),
    { text: safeLine((session.folder ?? '').slice(0, 300)), role: 'dim' },
    { text: safe`${safeLine(label)}${id}${pid}${from}`, role: 'dim' },
  ]
}

function pad(text: SafeText, columns: number): SafeText {
  return padded(cutToWidth(text, columns), columns)
}
