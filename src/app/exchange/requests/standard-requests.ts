import { isObject, stringAt } from '../../../protocol/wire/message.ts'
import { elicitationMethod, permissionMethod } from '../agent-methods.ts'
import { readElicitation } from '../read/read-elicitation.ts'
import { readContent } from '../../notes/read-note.ts'
import { callInPermission, readPermission } from '../read/read-permission.ts'
import type { ElicitationKind, PermissionKind } from './request-kind.ts'

/** https://agentclientprotocol.com/protocol/tool-calls#requesting-permission */
export const permissionRequest: PermissionKind = {
  type: 'permission',
  methods: [permissionMethod],
  callIn: callInPermission,
  mayAskAgain: true,
  read: readPermission,
  answer: (answer) => ({
    outcome:
      answer.type === 'cancelled'
        ? { outcome: 'cancelled' }
        : { outcome: 'selected', optionId: answer.optionId },
  }),
  readAnswer({ outcome }) {
    const optionId = isObject(outcome) ? stringAt(outcome, 'optionId') : undefined
    return optionId === undefined ? { type: 'cancelled' } : { type: 'selected', optionId, by: 'client' }
  },
  unreadable: null,
  takesFeedback: false,
  waitsForPrompt: false,
}

/** https://agentclientprotocol.com/protocol/elicitation */
export const elicitationRequest: ElicitationKind = {
  type: 'elicitation',
  methods: [elicitationMethod],
  read: readElicitation,
  answer(answer, { mode }) {
    switch (answer.type) {
      case 'accepted':
        // The answer for an opened page has no content.
        return mode.type === 'form' ? { action: 'accept', content: answer.content } : { action: 'accept' }
      case 'declined':
        return { action: 'decline' }
      case 'cancelled':
        return { action: 'cancel' }
    }
  },
  readAnswer(result) {
    switch (result['action']) {
      case 'accept':
        return { type: 'accepted', content: readContent(result['content']) }
      case 'decline':
        return { type: 'declined', by: 'client' }
      default:
        return { type: 'cancelled' }
    }
  },
  unreadable: null,
}
