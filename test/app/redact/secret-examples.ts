import type { namedRules, textRules } from '../../../src/app/redact/secrets/secret-rules.ts'

interface Exemplified {
  /** SECRET stands for any value. */
  readonly example: string
  /** Has nothing secret. */
  readonly counterExample: string
}

/** What each rule finds, and what it leaves. */
export const examplesOf: Readonly<Record<keyof typeof namedRules | keyof typeof textRules, Exemplified>> = {
  pair: {
    example: '{"name": "DB_PASSWORD", "value": "SECRET"}',
    counterExample: '{"name": "Password", "value": "password"}',
  },
  default: {
    example: 'variable "db_password" {\n  type = string\n  default = "SECRET"\n}',
    counterExample: 'variable "db_password" {\n  default = null\n}',
  },
  block: {
    example: 'password: |\n  SECRET',
    counterExample: 'password: |\n  ${PASSWORD}',
  },
  element: {
    example: '<db:password type="x">SECRET</db:password>',
    counterExample: '<password>Your password</password>',
  },
  assignment: {
    example: 'password = SECRET',
    counterExample: 'password: string',
  },
  escaped: {
    example: 'https://a.example/?u=%3Fapi_key%3DSECRET%26b%3D1',
    counterExample: 'password%3Dnone',
  },
  sentence: {
    example: 'the password is: SECRET',
    counterExample: 'the password is wrong, and the token is `expired`',
  },
  option: {
    example: 'run --password SECRET',
    counterExample: 'run --password --verbose',
  },
  crypt: {
    example: 'root:$6$saltSECRETSECRET:19000',
    counterExample: 'costs $6$ or $2a$',
  },
  'named hash': {
    example: 'pbkdf2_sha256$600000$saltSECRETSECRET',
    counterExample: 'md5$sum',
  },
  'LDAP hash': {
    example: '{SSHA}SECRETSECRETAA==',
    counterExample: '{SHA}',
  },
  webhook: {
    example: 'https://hooks.slack.com/services/T00000000/SECRET',
    counterExample: 'https://github.com/a/b/settings/hooks',
  },
  'login in a URL': {
    example: 'postgres://name:SECRET@localhost/a',
    counterExample: 'postgres://name:$PASSWORD@localhost/a',
  },
  'token in place of a user': {
    example: 'https://SECRETa1SECRETb2SECRETc3@localhost/a',
    counterExample: 'https://name@localhost/a',
  },
  parameter: {
    example: 'https://a.example/b?c=d&code=SECRET',
    counterExample: 'https://a.example/b?page=20&sort=updated',
  },
  bearer: {
    example: 'send Bearer a1SECRET',
    counterExample: 'Basic authentication, Bearer tokens',
  },
  'login on a continued line': {
    example: 'curl \\\n  -u name:SECRET',
    counterExample: '  -u 1000:1000',
  },
  netrc: {
    example: 'machine a.example login name password SECRET',
    counterExample: 'the login form password field',
  },
  'instruction with a name': {
    example: 'ENV DB_PASSWORD SECRET',
    counterExample: 'ENV NODE_VERSION 20.11.1',
  },
  'password of a server': {
    example: 'requirepass SECRET',
    counterExample: 'requirepass is an option of the server',
  },
  SQL: {
    example: "ALTER USER a WITH PASSWORD 'SECRET'",
    counterExample: "IDENTIFIED BY '?'",
  },
  'input of a command': {
    example: 'echo SECRET | docker login -u name --password-stdin',
    counterExample: 'echo $TOKEN | docker login --password-stdin',
  },
  OpenSSL: {
    example: 'openssl rsa -passin pass:SECRET -in a.pem',
    counterExample: 'openssl rsa -passin env:NAME',
  },
  'number of an app with its secret': {
    example: '123456789012345|a1b2c3d4e5f6g7h8SECRETi9',
    counterExample: '| 123456789012345|a_function_of_a_program_with_a_long_name |',
  },
  'pair, the value first': {
    example: '{"value": "SECRET", "name": "DB_PASSWORD"}',
    counterExample: '{"value": "dark", "name": "theme"}',
  },
}
