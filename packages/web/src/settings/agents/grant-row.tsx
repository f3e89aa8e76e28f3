import type { OAuthGrant } from '@cairn/contract/schemas/oauth'
import { useSession } from '../../accounts/session/session.ts'
import { fill } from '../../language/fill.tsx'
import { Ago, Day } from '../../presentation/time/moment.tsx'
import { ProgramOrigin } from '../../programs/program-origin.tsx'
import { Row, ScopeList } from '../layout/rows.tsx'
import { EndGrant } from './end-grant.tsx'
import { texts } from './texts.ts'

/** A connected program, and a way to end its access. */
export function GrantRow({ grant }: { grant: OAuthGrant }) {
  const { organizations } = useSession()
  const { program } = grant
  const organization = organizations.find(({ id }) => id === grant.organizationId)?.name

  return (
    <Row actions={<EndGrant grant={grant} />}>
      <p className="font-medium wrap-anywhere">
        <bdi>{program.name}</bdi>
      </p>
      <ProgramOrigin program={program} className="text-sm text-ink-soft" />
      <p className="text-sm text-ink-soft wrap-anywhere">
        {organization === undefined ? texts.leftOrganization : texts.inOrganization(organization)}
      </p>
      <p className="text-sm text-ink-faint">
        {fill(grant.lastUsedAt ? texts.used : texts.neverUsed, {
          used: grant.lastUsedAt && <Ago time={grant.lastUsedAt} />,
          since: <Day time={grant.createdAt} />,
          end: <Day time={grant.expiresAt} />,
        })}
      </p>
      <ScopeList scopes={grant.scopes} />
    </Row>
  )
}
