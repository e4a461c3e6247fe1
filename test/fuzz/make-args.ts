import type { Dice } from './dice.ts'
import type { TargetName } from './fuzz-case.ts'

/** Where a run is recorded, in its folder. */
export const recordedName = 'recorded.ndjson'

/** A turn that the lines began may be nobody's to end: that is no hang, but waiting for it is no use. */
const patience = ['--timeout', '10'] as const

const redactLists = ['keys', 'paths,names,keys,hosts', 'paths', 'names,hosts'] as const

/** For a run with an agent. */
export function agentArgs(dice: Dice, target: TargetName, isRemote: boolean): readonly string[] {
  const args: string[] = []
  if (target === 'json' || target === 'connect') args.push('--format', 'json')
  if (target === 'text') args.push(...(dice.chance(0.3) ? ['--screen-reader'] : ['--format', 'text']))
  if (target !== 'screen') args.push(...patience)
  if (dice.chance(0.5)) args.push('--permissions', dice.pick(['ask', 'allow', 'deny']))
  if (dice.chance(0.3) && !isRemote) args.push('--allow-fs')
  if (dice.chance(0.2)) args.push('--no-inferred-plans')
  if (dice.chance(0.1)) args.push('--no-plan-capability')
  args.push(...recordArgs(dice))
  if (target === 'screen') args.push(...screenArgs(dice))
  return args
}

/** For a run with a server that lies. */
export function liarArgs(dice: Dice, target: TargetName): readonly string[] {
  const isScreen = target === 'liar-screen'
  return [
    ...(isScreen ? screenArgs(dice) : ['--format', dice.pick(['json', 'text'])]),
    ...(isScreen && dice.chance(0.7) ? [] : ['--timeout', dice.pick(['0.5', '1', '3'])]),
    ...(dice.chance(0.5) ? ['--permissions', dice.pick(['allow', 'deny'])] : []),
    ...recordArgs(dice),
  ]
}

function recordArgs(dice: Dice): readonly string[] {
  if (!dice.chance(0.3)) return []
  return ['--record', recordedName, ...(dice.chance(0.4) ? ['--redact', dice.pick(redactLists)] : [])]
}

function screenArgs(dice: Dice): readonly string[] {
  const args: string[] = []
  if (dice.chance(0.3)) args.push('--ascii')
  if (dice.chance(0.5)) args.push('--no-animation')
  if (dice.chance(0.3)) args.push('--theme', dice.pick(['dark', 'light', 'high-contrast']))
  if (dice.chance(0.1)) args.push('--no-alt-screen')
  return args
}

/** For a run that is given a trace. */
export function traceArgs(dice: Dice, target: TargetName): readonly string[] {
  switch (target) {
    case 'replay':
      return dice.chance(0.2) ? ['--screen-reader'] : ['--format', dice.pick(['json', 'text'])]
    case 'replay-screen':
      return ['--speed', dice.pick(['max', '4', '1']), ...screenArgs(dice)]
    case 'demo': {
      const how = ['--format', dice.pick(['json', 'text']), '--permissions', dice.pick(['allow', 'deny'])]
      const prompt = dice.chance(0.5) ? ['--prompt', 'go'] : []
      return [...how, '--speed', 'max', ...patience, ...prompt, ...recordArgs(dice)]
    }
    default: {
      const endings = ['svg', 'txt', 'md', 'cast', 'json']
      const ending = dice.chance(0.04) ? dice.pick(['gif', 'png']) : dice.pick(endings)
      const isFilm = ['svg', 'cast', 'gif'].includes(ending)
      const isDrawn = isFilm || ending === 'png' || ending === 'txt'
      const size = isDrawn ? ['--size', dice.pick(['40x12', '80x24', '120x40'])] : []
      return [
        '-o',
        `out.${ending}`,
        ...(isFilm ? ['--idle-limit', '1'] : []),
        ...size,
        ...(ending === 'md' && dice.chance(0.3) ? ['--history'] : []),
        ...(dice.chance(0.5) ? ['--no-redact'] : []),
      ]
    }
  }
}
