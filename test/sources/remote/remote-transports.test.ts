import { expect, test } from 'vitest'
import { helpText } from '../../../src/cli/help-text.ts'
import { addressForms, remoteTransports } from '../../../src/sources/remote/transports/remote-transports.ts'
import { connect } from '../../../src/cli/commands/connect.ts'
import { wrongInDocuments } from './documented-transports.ts'

test('each scheme belongs to one transport, and is written as addresses have it', () => {
  const schemes = remoteTransports.flatMap((transport) => Object.keys(transport.schemes))
  expect(schemes.filter((each, index) => schemes.indexOf(each) !== index)).toEqual([])
  expect(schemes.filter((each) => !/^[a-z][a-z0-9+.-]*$/.test(each))).toEqual([])
  for (const { schemes: forms, help } of remoteTransports) {
    for (const [scheme, form] of Object.entries(forms)) expect(form.startsWith(`${scheme}:`)).toBe(true)
    expect(Object.keys(forms)).toContain(help.address.split(':')[0])
  }
})

test('each is in the help and in errors', () => {
  for (const { schemes, help } of remoteTransports) {
    expect(helpText(connect, [])).toContain(`${help.address.padEnd(26)}  ${help.is}\n`)
    for (const form of Object.values(schemes)) expect(addressForms()).toContain(form)
  }
})

test('a guessed scheme is one of the transport', () => {
  const typed = ['htps', 'hs', 'web', 'websocket', 'wws', 'ws', 's', 'raw', 'socket', 'ip', 'telnet', 'x']
  for (const { schemes, guessScheme } of remoteTransports)
    for (const scheme of typed) expect([...Object.keys(schemes), null]).toContain(guessScheme(scheme))
})

test('the documents name them all', () => {
  expect(wrongInDocuments(remoteTransports)).toEqual([])
})
