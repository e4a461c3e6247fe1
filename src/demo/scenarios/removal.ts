import { checklist } from '../checklist.ts'
import { endsItsTurn, type DemoScenario, type DemoStep } from '../scenario.ts'
import { markdown, say, wait } from '../steps.ts'

const spike = { dialect: 'c', id: 'spike' } as const
const retries = { dialect: 'b', id: 'retries' } as const

const spikeText = `# Spike: can we do it in SQL?

A recursive query instead of 400 lines of loops.

- [x] works on the sample
- [ ] works on production data
`

const work = checklist({ dialect: 'a' }, [
  { key: 'spike', content: 'Try a recursive query' },
  { key: 'decide', content: 'Decide', priority: 'high' },
  { key: 'build', content: 'Build it' },
])

const flaky = checklist(retries, [
  { key: 'one', content: 'Retry the export job' },
  { key: 'two', content: 'Retry the import job' },
])

/** Plans go, come back under the same id, and go for good; one that was never there goes as well. */
export const removalScenario: DemoScenario = {
  name: 'removal',
  title: 'plans that are removed, revived and removed again',
  seconds: 16,
  prompt: 'Find out whether the report can be one query',
  end: endsItsTurn,
  steps,
}

function steps(): readonly DemoStep[] {
  const deciding = work.change({ spike: 'completed', decide: 'in_progress' })
  const building = deciding.change({ decide: 'completed', build: 'in_progress' })
  return [
    { type: 'title', title: 'The report as one query' },
    work.change({ spike: 'in_progress' }).step,
    wait(1),
    markdown(spike, spikeText),
    wait(2.5),
    say('Too slow on real data. I drop the idea.'),
    wait(0.5),
    { type: 'plan-removed', plan: spike },
    wait(2.5),
    deciding.step,
    say('Wait: with an index it is fast. The idea is back.'),
    wait(0.5),
    markdown(spike, `${spikeText.replace('[ ]', '[x]')}- [x] with an index: 0.2 s\n`),
    wait(2.5),
    building.step,
    wait(1),
    flaky.step,
    flaky.change({ one: 'completed', two: 'in_progress' }).step,
    wait(1.5),
    say('Both side plans have served their purpose.'),
    { type: 'plan-removed', plan: retries },
    wait(1.5),
    { type: 'plan-removed', plan: spike },
    wait(1.5),
    // Removing what is not there changes nothing, and is no reason to stumble.
    { type: 'plan-removed', plan: { dialect: 'd', id: 'never-was-there' } },
    wait(1),
    building.change({ build: 'completed' }).step,
    say('The report is one query now.'),
  ]
}
