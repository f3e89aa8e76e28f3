import type { OutputOf } from '@cairn/contract'

export type Session = OutputOf<'getAuthSession'>
export type SessionOrganization = Session['organizations'][number]
