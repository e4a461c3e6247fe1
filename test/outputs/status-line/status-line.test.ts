import { statusConsumers } from '../../../src/outputs/output-names.ts'
import { describe, expect, test } from 'vitest'
import {
  statusFields,
  statusLine,
  unknownFields,
  type StatusFacts,
  type StatusForm,
} from '../../../src/outputs/status-line/status-line.ts'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { safeLine } from '../../../src/lib/text/safe-text.ts'

const works: StatusFacts = {
  doing: 'works',
  about: 'Add tests for nested quotes',
  plan: { title: 'Plan', progress: { done: 3, total: 7 } },
  agent: 'claude',
  waiting: 2,
}

function line(facts: StatusFacts | null, form: Partial<StatusForm> = {}): string {
  return statusLine(facts, { format: null, columns: 80, consumer: 'plain', ...form })
}

describe('a status line', () => {
  test.each<[string, StatusFacts]>([
    ['» 3/7 Add tests for nested quotes · 2 wait', works],
    ['» 3/7 Add tests for nested quotes · 1 waits', { ...works, waiting: 1 }],
    ['» 3/7 Add tests for nested quotes', { ...works, waiting: 0 }],
    ['? 3/7 Edit a.ts', { ...works, doing: 'waits', about: 'Edit a.ts', waiting: 1 }],
    ['? 3/7 Edit a.ts · 2 wait', { ...works, doing: 'waits', about: 'Edit a.ts', waiting: 3 }],
    ['◐ 3/7 Plan', { ...works, doing: 'rests', about: null, waiting: 0 }],
    [
      '✓ 7/7 Plan',
      {
        ...works,
        doing: 'rests',
        about: null,
        plan: { title: 'Plan', progress: { done: 7, total: 7 } },
        waiting: 0,
      },
    ],
    ['» Design', { ...works, about: null, plan: { title: 'Design', progress: null }, waiting: 0 }],
    ['» claude', { ...works, about: null, plan: null, waiting: 0 }],
  ])('%s', (said, facts) => {
    expect(line(facts)).toBe(said)
  })

  test.each([1, 5, 12, 20, 30, 60])(
    'is at most %i columns wide, and keeps what waits as long as there is room',
    (columns) => {
      const wide = { ...works, about: '日本語 🚀 '.repeat(20) }
      const cut = line(wide, { columns })
      expect(displayWidth(safeLine(cut))).toBeLessThanOrEqual(columns)
      expect(cut.endsWith(' · 2 wait')).toBe(columns > 9)
      expect(displayWidth(safeLine(line(wide, { columns, format: '{step}' })))).toBeLessThanOrEqual(columns)
    },
  )

  test('has the form that the user gives it', () => {
    const format = '[{agent}] {sign} {done}/{total} {step} ({title}) {waiting}'
    expect(line(works, { format })).toBe('[claude] » 3/7 Add tests for nested quotes (Plan) 2')
    expect(line({ ...works, plan: null, about: null }, { format })).toBe('[claude] » / claude () 2')
    expect(unknownFields(`${format}{nope}{}`)).toEqual(['nope', ''])
    expect(unknownFields(statusFields.join(''))).toEqual([])
  })

  test('of nothing is empty, and for waybar an empty text', () => {
    expect(statusConsumers.map((consumer) => line(null, { consumer }))).toEqual([
      '',
      '',
      '',
      '',
      '{"text":"","class":"none"}',
      '',
    ])
  })
})

const hostile = 'a\u001b[2Jb\nc\u0007 #[fg=red]#(x) %{A1:x:} %H $(x) `x` \\n <b>&"\' \u202ex'

describe('text of an agent', () => {
  test.each([...statusConsumers])('has no control characters and one line for %s', (consumer) => {
    const said = line({ ...works, about: hostile, agent: hostile }, { consumer, columns: 300 })
    expect(/[\u0000-\u001f\u007f\u202e]/.test(said)).toBe(false)
  })

  test('means nothing to who reads it', () => {
    const facts = { ...works, about: '#[fg=red] %{A1:x:} $(x) `x` \\ %H <b>&"\'', waiting: 0 }
    const of = (consumer: StatusForm['consumer']): string => line(facts, { consumer })
    expect(of('plain')).toBe('» 3/7 #[fg=red] %{A1:x:} $(x) `x` \\ %H <b>&"\'')
    expect(of('tmux')).toBe('» 3/7 ##[fg=red] %{A1:x:} $(x) `x` \\ %H <b>&"\'')
    expect(of('polybar')).toBe('» 3/7 #[fg=red] % {A1:x:} $(x) `x` \\ %H <b>&"\'')
    expect(of('starship')).toBe('» 3/7 #[fg=red] ％{A1:x:} ＄(x) ｀x｀ ＼ ％H <b>&"\'')
    const { text } = JSON.parse(of('waybar')) as { readonly text: string }
    expect(text).toBe('» 3/7 #[fg=red] %{A1:x:} $(x) `x` \\ %H &#60;b&#62;&#38;&#34;&#39;')
  })

  test('fills in no field', () => {
    expect(line({ ...works, about: '{agent}' }, { format: '{step} {title}' })).toBe('{agent} Plan')
  })
})
