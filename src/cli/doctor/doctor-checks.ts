import { agents } from './checks/agents.ts'
import { editors } from './checks/editors.ts'
import { node } from './checks/node.ts'
import { sessions } from './checks/sessions.ts'
import { terminal } from './checks/terminal.ts'
import type { DoctorCheck } from './doctor-check.ts'

/** All checks, in the order of the report. */
export const doctorChecks: readonly DoctorCheck[] = [terminal, node, agents, sessions, editors]
