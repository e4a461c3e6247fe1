import { checklist, type Checklist } from '../checklist.ts'
import { endsItsTurn, type DemoScenario, type DemoStep } from '../scenario.ts'
import { markdown, say, wait } from '../steps.ts'

const services = (
  'auth billing catalog checkout email export fraud gateway images invoices ledger login ' +
  'maps notifications orders payments pricing reports search shipping stock tax 翻訳 wünsche'
).split(' ')

const workers = 4
const keys = ['bump', 'build', 'deploy', 'watch'] as const

/** Two dozen plans by id, four of them worked on at any time. */
export const manyScenario: DemoScenario = {
  name: 'many',
  title: `${services.length + 1} plans by id, several changing at once`,
  seconds: 18,
  prompt: 'Move every service to Node 24',
  end: endsItsTurn,
  steps,
}

function planOf(service: string): Checklist {
  return checklist({ dialect: 'c', id: service }, [
    { key: 'bump', content: `Bump Node in ${service}`, priority: 'high' },
    { key: 'build', content: 'Build and test' },
    { key: 'deploy', content: `Deploy ${service} to staging` },
    { key: 'watch', content: 'Watch the errors for ten minutes', priority: 'low' },
  ])
}

function steps(): readonly DemoStep[] {
  const played: DemoStep[] = [
    { type: 'title', title: 'Node 24 everywhere' },
    say(`${services.length} services, ${workers} at a time.`),
  ]
  const plans = services.map(planOf)
  for (const plan of plans) played.push(plan.step, wait(0.06))
  played.push(wait(1))
  for (let first = 0; first < plans.length; first += workers)
    played.push(...workOn(plans.slice(first, first + workers)))
  played.push(
    markdown({ dialect: 'c', id: 'summary' }, `# Node 24\n\nAll ${services.length} services run on it.\n`),
    say('All of them are moved.'),
  )
  return played
}

/** A round for each entry: every plan of the group takes its turn, a fifth of a second apart. */
function workOn(group: readonly Checklist[]): readonly DemoStep[] {
  const steps: DemoStep[] = []
  let now = group.map((plan) => plan.change({ bump: 'in_progress' }))
  for (const plan of now) steps.push(plan.step, wait(0.1))
  for (const [index, key] of keys.entries()) {
    const next = keys[index + 1]
    now = now.map((plan) =>
      plan.change({ [key]: 'completed', ...(next === undefined ? {} : { [next]: 'in_progress' }) }),
    )
    for (const plan of now) steps.push(plan.step, wait(0.14))
  }
  return steps
}
