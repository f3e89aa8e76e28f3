import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../api/all-pages.ts'
import { api } from '../../api/client.ts'
import { usePeople } from '../../goals/people.ts'
import { useActiveOrganization, useSession } from '../../session/session.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { RowList } from '../rows.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { TokenItem } from './token-item.tsx'

const maximumPages = 20

function organizationTokensQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'organization-api-tokens'],
    queryFn: async () => {
      const list = (cursor: string | undefined) => api.listOrganizationApiTokens({ query: { cursor } })
      const { pages } = await allPages(list, maximumPages)
      return pages.flatMap(({ tokens }) => tokens)
    },
  })
}

/** The tokens of everybody else in the organization, for its administrators. */
export function OrganizationTokens() {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const { nameOf } = usePeople()
  const query = organizationTokensQuery(organization.id)
  const { data, error, refetch } = useQuery(query)
  const tokens = data?.filter(({ ownerUserId }) => ownerUserId !== user.id)
  return (
    <section aria-labelledby="organization-tokens" className="space-y-4">
      <div className="space-y-1.5">
        <SectionTitle id="organization-tokens">Tokens of other people</SectionTitle>
        <p className="text-ink-soft">
          As an admin you see all tokens that reach {organization.name}, and can revoke them. Nobody sees
          their secrets.
        </p>
      </div>
      {error && !tokens && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!tokens && !error && <ListSkeleton rows={1} label="Loading tokens of others" />}
      {tokens?.length === 0 && <p className="text-ink-soft">Nobody else has a token.</p>}
      {tokens && tokens.length > 0 && (
        <RowList label="Tokens of other people">
          {tokens.map((token) => {
            const owner = nameOf(token.ownerUserId)
            return (
              <TokenItem
                key={token.id}
                token={token}
                owner={owner}
                actions={
                  <RevokeToken
                    name={token.name}
                    owner={owner}
                    send={() => api.revokeOrganizationApiToken({ params: { apiTokenId: token.id } })}
                    onRevoked={() => queryClient.invalidateQueries({ queryKey: query.queryKey })}
                  />
                }
              />
            )
          })}
        </RowList>
      )}
    </section>
  )
}
