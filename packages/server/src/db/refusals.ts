import pg from 'pg'
import { StartFault } from '../start-fault.ts'
import { sqlState } from './pool.ts'

/** Where a database is, without the password. */
export interface Whereabouts {
  host: string
  port: number
  database: string
  user: string
}

const FORM =
  'It has the form postgresql://user:password@host/database; special characters of the password are percent-encoded.'

/** As the driver reads the address, with what it adds from its own variables and defaults. */
export function whereabouts(connectionString: string): Whereabouts {
  try {
    const { host, port, user = '', database = user } = new pg.Client({ connectionString })
    return { host, port, user, database }
  } catch (error) {
    // The error of the address itself holds all of it.
    const file = (error as NodeJS.ErrnoException).path
    throw new StartFault(
      file === undefined
        ? `DATABASE_URL cannot be read. ${FORM}`
        : `DATABASE_URL names the file ${file}, which cannot be read.`,
    )
  }
}

/** Why the database cannot be used, with what helps; undefined where that is not for whoever runs the service to mend. */
export function databaseFault(error: unknown, at: Whereabouts): StartFault | undefined {
  // A file of the schema that cannot be applied is told by its name, with the reason behind it.
  for (const reason of [error, (error as Error).cause]) {
    const sentence = reason instanceof Error ? (byCode(reason, at) ?? byMessage(reason, at)) : undefined
    if (sentence !== undefined) return new StartFault(sentence, { cause: error })
  }
  return undefined
}

function byCode(error: Error, { host, port, database, user }: Whereabouts): string | undefined {
  const place = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`
  const server = `PostgreSQL at ${place}`
  const { message } = error
  switch (sqlState(error)) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `Nothing answers at ${place}. Start PostgreSQL there, or mend DATABASE_URL.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `No address is known for ${host}. Mend the name in DATABASE_URL, or the DNS of this machine.`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${place} cannot be reached. Look at the address in DATABASE_URL, and at firewalls on the way.`
    case 'EACCES':
      return `User ${process.getuid?.()} may not use ${place}. Let it, or name a host in DATABASE_URL.`
    case 'ECONNRESET':
    case 'EPIPE':
      return `${place} closed the connection. Is it PostgreSQL? If not, mend DATABASE_URL.`
    case '28P01':
      return `${server} refuses the password of ${user}. Mend it in DATABASE_URL.`
    case '28000':
      return `${server} does not let ${user} in (${message}). Allow it there, in pg_hba.conf, or name another user in DATABASE_URL.`
    case '3D000':
      return `${server} has no database ${database}. Create it ("createdb -O ${user} ${database}"), or name another in DATABASE_URL.`
    case '42501':
      return `${user} has too few rights in the database ${database} (${message}). Make it the owner: "alter database ${database} owner to ${user}".`
    case '53300':
      return `${server} has no connection left (${message}). Raise its max_connections, or end some of those that it has.`
    case '57P03':
      return `${server} is still starting, or shutting down. Try again in a moment.`
    case '25006':
      return `The database ${database} of ${server} is read-only, as a replica is. Name the one that can be written in DATABASE_URL.`
    case '53100':
      return `${server} has no room left on its disk. Make some, and start again.`
    default:
      return undefined
  }
}

function byMessage(error: Error, { host, port, user }: Whereabouts): string | undefined {
  const place = `${host}:${port}`
  const { message } = error
  if (/password must be a/.test(message)) {
    return `PostgreSQL at ${place} wants a password of ${user}, and DATABASE_URL has none. ${FORM}`
  }
  if (/does not support SSL/.test(message)) {
    return `PostgreSQL at ${place} does not speak TLS. Switch it on there, or leave sslmode out of DATABASE_URL.`
  }
  if (/certificate|altname/i.test(message)) {
    return `The certificate of ${place} is not trusted (${message}). Name its authority with NODE_EXTRA_CA_CERTS, or in DATABASE_URL with sslrootcert.`
  }
  if (/timeout/i.test(message)) {
    return `${place} does not answer. Look at the address in DATABASE_URL, and at firewalls on the way.`
  }
  if (/terminated unexpectedly|unexpected response|unrecognized/i.test(message)) {
    return `${place} does not answer as PostgreSQL does. Mend DATABASE_URL.`
  }
  // Whatever else it says before it lets anybody in.
  if (error instanceof pg.DatabaseError && error.severity === 'FATAL') {
    return `PostgreSQL at ${place} refuses: ${message}.`
  }
  return undefined
}
