import { allMatches, matchesAround } from '../matching/all-matches.ts'
import { found, type Finding } from '../matching/finding.ts'
import { isNameAnywhere, type HomeOwners } from './find-homes.ts'
import { isPlainWord } from './plain-words.ts'

/** `uid=1000(alice) gid=1000(alice) groups=1000(alice),27(sudo)` */
const numbered = /\((?<=(?:id=|groups=|[,) ])\d{1,10}\()([A-Za-z_][\w.@\\-]{0,63})\)/g
/** A line of `ls -l`, or of `find -ls` with two more numbers. */
const listed =
  /^[ \t]{0,16}(?:\d{1,20}[ \t]{1,16}){0,2}[bcdlps-][rwxsStT-]{9}[.+@]?[ \t]{1,16}\d{1,10}[ \t]{1,16}([A-Za-z_][\w.@-]{0,63})[ \t]{1,32}(?:([A-Za-z_][\w.@-]{0,63})[ \t]{1,32})?[\d.,]{1,20}[KMGTP]?[ \t]/gm
/** `~alice/notes`, `cd ~alice` */
const tilde = /~(?<=(?:^|[\s"'`(=:,])~)([A-Za-z_][\w.-]{0,31})(?![\w~.-])(\/?)/gm
const variable = /(?<![\w$])(?:SUDO_)?(?:USER|LOGNAME|USERNAME)=["']?([A-Za-z_][\w.-]{0,63})(?![\w.$(-])/g
/** A line of `/etc/passwd` or `/etc/shadow`. */
const signOfAccount = /:[x*!$][^:\s]{0,400}:\d/
const account = /^([A-Za-z_][\w.-]{0,31}):(?:x|\*|!{1,2}|[$*!x][^:\s]{8,400}):\d{1,6}:/gm
const at = /@/g
const remote = /(?<![\w.@+%-])([A-Za-z_][\w.-]{0,31})@(?![\w.-]*\/)/g
const beforeRemote =
  /(?:^|[^\w.-])(?:ssh|scp|sftp|mosh|rsync|sshfs|ssh-copy-id|autossh)(?:[ \t]{1,4}-{1,2}[A-Za-z][\w-]{0,20}(?:[ \t=]{1,4}[\w./~:=,-]{1,60})?){0,4}(?:[ \t]{1,4}[\w./~-]{1,60}){0,2}[ \t]{1,4}["']?$/
const become =
  /(?<![\w.-])(?:(?:sudo|runuser)[ \t]{1,4}-u|su[ \t]{1,4}(?:-l?|--login)|chown(?:[ \t]{1,4}-[A-Za-z]{1,8}){0,3}(?=[ \t]{1,4}[\w-]{1,32}:)|ssh(?:[ \t]{1,4}-l))[ \t]{1,4}([A-Za-z_][\w-]{2,31})(?=[:\s"'`;,.]|$)/gm

/** Every match of the others contains one of these. */
const sign = /[ug]id=|groups=|r[w-][xsS-]|USER=|NAME=|:[x*!$]|sudo|su -|chown|runuser|ssh -l/

/** User names that programs and commands reveal: `ssh alice@`, `uid=1000(alice)`, `ls -l`, `~alice`, `USER=alice`. */
export function findLogins(text: string, { users, learn }: HomeOwners): readonly Finding[] {
  const findings: Finding[] = []
  const add = (start: number, name: string, isSure: boolean): void => {
    if (users.reserve(name.toLowerCase()) || isPlainWord(name) || name === '') return
    if (isSure && isNameAnywhere(name)) learn(name)
    findings.push({
      ...found('user name', start, name, (user) => users.of(user.toLowerCase())),
      isVague: true,
    })
  }
  if (text.includes('~'))
    for (const { index, 1: name = '', 2: slash = '' } of allMatches(tilde, text))
      add(index + 1, name, slash !== '')
  if (text.includes('@'))
    for (const { index, 1: name = '' } of matchesAround(at, remote, text))
      if (isAfterCommand(text, index)) add(index, name, true)
  if (!sign.test(text)) return findings
  if (text.includes('id=') || text.includes('groups='))
    for (const { index, 1: name = '' } of allMatches(numbered, text)) add(index + 1, name, true)
  if (/r[w-][xsS-]/.test(text))
    for (const { index, 0: whole, 1: owner = '', 2: group = '' } of allMatches(listed, text)) {
      const ownerAt = index + whole.search(/[bcdlps-][rwxsStT-]{9}/) + 10
      const start = text.indexOf(owner, ownerAt)
      add(start, owner, true)
      if (group !== '') add(text.indexOf(group, start + owner.length), group, group === owner)
    }
  if (text.includes('='))
    for (const { index, 0: whole, 1: name = '' } of allMatches(variable, text))
      add(index + whole.length - name.length, name, true)
  if (signOfAccount.test(text))
    for (const { index, 1: name = '' } of allMatches(account, text)) add(index, name, true)
  for (const { index, 0: whole, 1: name = '' } of allMatches(become, text))
    add(index + whole.length - name.length, name, false)
  return findings
}

/** Whether an offset follows `ssh`, `scp` or the like, with their options. */
export function isAfterCommand(text: string, start: number): boolean {
  return beforeRemote.test(text.slice(Math.max(0, start - 200), start))
}
