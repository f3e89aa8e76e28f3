import type { EmailMessage } from '@cairn/domain/accounts/email/email-delivery'

export type KeptEmail = { id: number; at: Date; message: EmailMessage }

export type Mailbox = {
  keep(message: EmailMessage): void
  /** Newest first. */
  list(): KeptEmail[]
  find(id: number): KeptEmail | undefined
}

const maximumEmails = 200

/** The last 200 emails of this process, in memory. */
export function createMailbox(clock: () => Date): Mailbox {
  const kept: KeptEmail[] = []
  let lastId = 0
  return {
    keep: (message) => {
      kept.unshift({ id: ++lastId, at: clock(), message })
      kept.length = Math.min(kept.length, maximumEmails)
    },
    list: () => [...kept],
    find: (id) => kept.find((email) => email.id === id),
  }
}
