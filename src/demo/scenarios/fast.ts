import type { Script } from '../script/reading/script-schema.ts'
import type { ScriptStep, ScriptSteps } from '../script/reading/step-schemas.ts'
import { planUpdate } from '../script/playing/updates.ts'

const shards = 12
const updates = 333

/** 33 updates a second for ten seconds, to see that nothing flickers, jumps or falls behind. */
export const fast: Script = {
  title: 'an update every 30 ms for ten seconds',
  seconds: 10,
  prompt: 'Re-index all shards',
  steps: [
    { title: 'Re-index all shards' },
    { say: 'Twelve shards, one after the other.' },
    { play: 'updates' },
    { say: 'Every shard is indexed.' },
  ],
  parts: {
    // Made when it is played: every start of the demo loads this file.
    get updates(): ScriptSteps {
      return Array.from({ length: updates + 1 }, (_, update) => [
        shardsAt(update / updates),
        { wait: 0.03 },
      ]).flat()
    },
  },
}

function shardsAt(share: number): ScriptStep {
  const position = share * shards
  const entries = Array.from({ length: shards }, (_, shard) => {
    const percent = Math.round(Math.min(1, Math.max(0, position - shard)) * 100)
    const status = percent === 100 ? 'completed' : shard === Math.floor(position) ? 'in_progress' : 'pending'
    return { content: `Shard ${shard + 1}: ${percent} %`, status }
  })
  return { raw: planUpdate({ planId: 'shards' }, { type: 'items', entries }, 1) }
}
