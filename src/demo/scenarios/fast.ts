import { checklist } from '../scenario/checklist.ts'
import { endsItsTurn, type DemoScenario, type DemoStep } from '../scenario/scenario.ts'
import { say, wait } from '../scenario/steps.ts'

const shards = 12
const updates = 333

/** 33 updates a second for ten seconds, to see that nothing flickers, jumps or falls behind. */
export const fastScenario: DemoScenario = {
  name: 'fast',
  title: 'an update every 30 ms for ten seconds',
  seconds: 10,
  prompts: ['Re-index all shards'],
  end: endsItsTurn,
  hasPast: true,
  steps,
}

function steps(): readonly DemoStep[] {
  const played: DemoStep[] = [
    { type: 'title', title: 'Re-index all shards' },
    say('Twelve shards, one after the other.'),
  ]
  for (let update = 0; update <= updates; update++) played.push(shardsAt(update / updates), wait(0.03))
  return [...played, say('Every shard is indexed.')]
}

function shardsAt(share: number): DemoStep {
  const position = share * shards
  const entries = Array.from({ length: shards }, (_, shard) => {
    const percent = Math.round(Math.min(1, Math.max(0, position - shard)) * 100)
    const status = percent === 100 ? 'completed' : shard === Math.floor(position) ? 'in_progress' : 'pending'
    return { key: String(shard), content: `Shard ${shard + 1}: ${percent} %`, status }
  })
  return checklist({ dialect: 'd', id: 'shards' }, entries).step
}
