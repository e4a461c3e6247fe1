import type { ReactElement } from 'react'
import {
  groupsOf,
  placeWords,
  seenWords,
  summaryWords,
  type FindingGroup,
  type LintSummary,
} from '../../app/lint/describe-findings.ts'
import { safeLine } from '../../lib/text/safe-text.ts'

/** What lint finds in the messages, rule by rule. */
export function Problems({ lint }: { readonly lint: LintSummary }): ReactElement {
  const groups = groupsOf(lint.findings)
  return (
    <section className="card" id="problems" aria-labelledby="problems-title">
      <h2 id="problems-title" tabIndex={-1}>
        Problems
      </h2>
      <p className="dim">
        {groups.length === 0 ? `Nothing was found in ${lint.frames} messages.` : summaryWords(lint)}
      </p>
      {groups.map((group) => (
        <Group key={group.rule.id} group={group} />
      ))}
    </section>
  )
}

function Group({ group }: { readonly group: FindingGroup }): ReactElement {
  const { rule, severity, findings, count, says, mend, pages } = group
  return (
    <details className={`problem ${severity}`}>
      <summary>
        <span className={`severity ${severity}`}>{severity === 'info' ? 'note' : severity}</span>
        <h3>{rule.id}</h3>
        <small>{count === 1 ? 'once' : `${count} times`}</small>
      </summary>
      <p>{says}</p>
      <p>{mend}</p>
      <ul>
        {findings.map((finding, index) => (
          <li key={index}>
            <span className="dim">{placeWords(finding.place)}</span> {seenWords(finding)}
          </li>
        ))}
        {count > findings.length ? <li>… and {count - findings.length} more</li> : null}
      </ul>
      <p>
        {pages.map((page) => (
          <a key={page} href={page} rel="noopener noreferrer">
            {safeLine(page)}
          </a>
        ))}
      </p>
    </details>
  )
}
