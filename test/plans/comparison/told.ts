import type { Comparison } from '../../../src/plans/comparison/comparison.ts'

/** A comparison as lines that a person can check. */
export function told({ before, after, pieces }: Comparison): readonly string[] {
  return pieces.flatMap((piece) => {
    switch (piece.type) {
      case 'same':
        return after.slice(piece.after, piece.after + piece.count).map((line) => `  ${line}`)
      case 'added':
        return [`+ ${after[piece.after]}`]
      case 'gone':
        return [`- ${before[piece.before]}`]
      case 'reworded':
        return [`${piece.isMoved ? '^~' : '~'} ${before[piece.before]} → ${after[piece.after]}`]
      case 'moved':
        return [`^ ${after[piece.after]} (${piece.before} → ${piece.after})`]
      case 'progressed':
        return [`= ${after[piece.after]}: ${piece.status}`]
    }
  })
}

/** Every line or step of both revisions must be in the pieces once, those of the later one in order. */
export function isWhole({ before, after, pieces }: Comparison): boolean {
  const olds: number[] = []
  const nows: number[] = []
  for (const piece of pieces) {
    const count = piece.type === 'same' ? piece.count : 1
    for (let at = 0; at < count; at++) {
      if (piece.type !== 'added') olds.push(piece.before + at)
      if (piece.type !== 'gone') nows.push(piece.after + at)
    }
  }
  const isEachNow = nows.length === after.length && nows.every((now, at) => now === at)
  const isEachOld = olds.length === before.length && new Set(olds).size === olds.length
  return isEachNow && isEachOld
}
