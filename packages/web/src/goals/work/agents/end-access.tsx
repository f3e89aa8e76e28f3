import { useQueryClient } from '@tanstack/react-query'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { api } from '../../../data/api/client.ts'
import { EndGrant } from '../../../settings/agents/end-grant.tsx'
import { apiTokensQuery, organizationTokensQuery } from '../../../settings/api-tokens/api-tokens-query.ts'
import { RevokeToken } from '../../../settings/api-tokens/revoke-token.tsx'
import { reloadWork } from '../work-queries.ts'
import type { AgentAccess } from './agents-of.ts'

type EndAccessProps = {
  access: AgentAccess | undefined
  /** The name of whose it is, if it is somebody else's. */
  owner: string | undefined
}

/** Ends the access of an agent after a question. Its claims end with it. Renders nothing if the reader cannot end it. */
export function EndAccess({ access, owner }: EndAccessProps) {
  const { id: organizationId } = useActiveOrganization()
  const queryClient = useQueryClient()
  const reload = async () => {
    const keys = [apiTokensQuery(organizationId), organizationTokensQuery(organizationId)]
    await Promise.all([
      ...keys.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      reloadWork(queryClient, organizationId),
    ])
  }
  if (!access) return null
  if (access.kind === 'grant') return <EndGrant grant={access.grant} onEnded={reload} />
  const { id, name } = access.token
  return (
    <RevokeToken
      name={name}
      {...(owner !== undefined && { owner })}
      send={() =>
        owner === undefined
          ? api.revokeApiToken({ params: { tokenId: id } })
          : api.revokeOrganizationApiToken({ params: { apiTokenId: id } })
      }
      onRevoked={reload}
    />
  )
}
