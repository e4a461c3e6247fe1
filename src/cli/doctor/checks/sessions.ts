import { shortTime } from '../../../lib/text/duration.ts'
import type { Diagnosis, DoctorCheck, FoundKind } from '../doctor-check.ts'

export const sessions: DoctorCheck = {
  name: 'sessions',
  title: 'Sessions of the last day, for attach',
  async run({ sessions: find, nowMs, refusedTapFolders }) {
    const kinds = await find()
    const refused = refusedTapFolders().map((why): Diagnosis => ({
      subject: 'folder of taps',
      health: 'hint',
      found: why,
      advice: 'No tap listens there, and attach looks for none in it.',
    }))
    return [...kinds.map((kind) => diagnosis(kind, nowMs)), ...refused]
  },
}

function diagnosis({ label, sessions: found }: FoundKind, nowMs: number): Diagnosis {
  const [newest] = found
  if (newest === undefined) return { subject: label, health: 'good', found: 'none', advice: null }
  const where = newest.folder === null ? '' : ` in ${newest.folder}`
  return {
    subject: label,
    health: 'good',
    found: `${found.length}, the newest ${shortTime(nowMs - newest.changedAtMs, 'unit')} ago${where}`,
    advice: `acp-plan-tui attach ${newest.id}`,
  }
}
