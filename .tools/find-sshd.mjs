// Where a server of ssh is for the tests of `attach --host`, and what is said where there is none.
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The absolute path of sshd, which it needs to start itself again; null: there is none, or no ssh. */
export function findSshd(env = process.env) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '')
  const find = (name, more) => [...folders, ...more].map((folder) => path.join(folder, name)).find(existsSync)
  const sshd = find('sshd', ['/usr/sbin'])
  return process.platform === 'win32' || sshd === undefined || find('ssh', []) === undefined ? null : sshd
}

export const withoutSshd =
  'left out: the tests of attach --host with a real ssh, since there is no sshd (Debian: apt-get install openssh-server)'
