import type { ReactElement } from 'react'
import type { TurnOutcome } from '../../app/state/app-event.ts'
import type { Activity, Turn } from '../../app/state/session.ts'
import { compactionText, sessionName } from '../../app/words/session.ts'
import { shortTime } from '../../lib/text/duration.ts'
import { counted } from '../../lib/text/wording.ts'
import { safeLine, safeText, shownLine } from '../../lib/text/safe-text.ts'
import { Markdown } from './markdown.tsx'
import { promptOf, timeWords, type Report, type ReportedTurn } from './report.ts'

/** The turns of all sessions, folded: the prompts are the headings. */
export function Conversation({ report }: { readonly report: Report }): ReactElement | null {
  const { turns, state } = report
  if (turns.length === 0) return null
  return (
    <section className="card conversation" id="conversation" aria-labelledby="conversation-title">
      <h2 id="conversation-title" tabIndex={-1}>
        Conversation <span className="count">{turns.length}</span>
      </h2>
      {turns.map((turn, index) => {
        const session = state.sessions.get(turn.sessionId)
        return (
          <TurnDetails
            key={index}
            turn={turn}
            session={state.sessions.size < 2 || session === undefined ? null : sessionName(session)}
          />
        )
      })}
    </section>
  )
}

function TurnDetails({
  turn: reported,
  session,
}: {
  readonly turn: ReportedTurn
  /** null: there is no other one. */
  readonly session: string | null
}): ReactElement {
  const { mark, activity, turn } = reported
  const prompt = safeText(promptOf(reported).trim())
  const heading =
    shownLine(prompt.split('\n')[0] ?? '') || (mark === null ? 'Before the first prompt' : 'A turn')
  const facts = [session ?? '', timeWords(mark?.atMs ?? null), ...endWords(turn)]
  const items = activity.items.filter((item) => item.type !== 'said' || item.who === 'agent')
  const left = activity.dropped
  return (
    <details className="turn">
      <summary>
        <h3>{heading}</h3>
        <small>{facts.filter((fact) => fact !== '').join(' · ')}</small>
      </summary>
      {prompt === heading ? null : <blockquote>{prompt}</blockquote>}
      {left > 0 ? <p className="dim">{counted(left, 'older line is', 'older lines are')} not kept.</p> : null}
      {items.length === 0 ? <p className="dim">The agent said nothing.</p> : null}
      {items.map((item, index) => (
        <Item key={index} item={item} />
      ))}
    </details>
  )
}

/** How it ended, and after how long. */
function endWords(turn: Turn): readonly string[] {
  switch (turn.state) {
    case 'not-asked':
      return []
    case 'working':
      return ['not ended']
    case 'ended': {
      const took = turn.took === null ? [] : [shortTime(turn.took.workedMs, 'took')]
      return [...took, outcomeWords(turn.outcome)]
    }
  }
}

function outcomeWords(outcome: TurnOutcome): string {
  switch (outcome.kind) {
    case 'stopped':
      return outcome.stopReason === 'end_turn'
        ? ''
        : shownLine(outcome.stopReason.replaceAll('_', ' '), 'word')
    case 'failed':
      return `failed: ${shownLine(outcome.message)}`
    case 'lost':
      return 'the agent stopped'
  }
}

function Item({ item }: { readonly item: Activity }): ReactElement {
  switch (item.type) {
    case 'said':
      return <Markdown text={item.text} level={4} />
    case 'tool-call':
      return (
        <p className="call">
          <span className="dim">{safeLine(item.kind || 'call')}</span> {shownLine(item.title)}{' '}
          <span className={item.status === 'failed' ? 'bad' : 'dim'}>
            {shownLine(item.status.replaceAll('_', ' '), 'word')}
          </span>
        </p>
      )
    case 'file':
      return (
        <p className="call">
          <span className="dim">{item.access} by the client</span> <code>{shownLine(item.path)}</code>{' '}
          {item.error === null ? null : <span className="bad">{shownLine(item.error)}</span>}
        </p>
      )
    case 'notice':
      return <p className="dim">{shownLine(item.text, 'long')}</p>
    case 'compaction':
      return <p className="dim">{shownLine(compactionText(item), 'long')}</p>
    case 'session-message':
      return (
        <p className="call">
          <span className="dim">{item.isOwn ? 'to' : 'from'}</span> {shownLine(item.name)}:{' '}
          {shownLine(item.text, 'long')}
        </p>
      )
  }
}
