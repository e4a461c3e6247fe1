import type { DoctorCheck } from '../doctor-check.ts'

/** As in `engines` of package.json. */
const least = [20, 19] as const

export const node: DoctorCheck = {
  name: 'node',
  title: 'Node',
  run({ nodeVersion }) {
    const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
    const isNew = major > least[0] || (major === least[0] && minor >= least[1])
    return Promise.resolve([
      {
        subject: 'version',
        health: isNew ? 'good' : 'missing',
        found: nodeVersion,
        advice: isNew ? null : `Install Node ${least.join('.')} or newer.`,
      },
    ])
  },
}
