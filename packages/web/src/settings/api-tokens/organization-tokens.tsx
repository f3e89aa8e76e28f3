import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { usePeople } from '../../goals/data/people.ts'
import { SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { RowList } from '../layout/rows.tsx'
import { organizationTokensQuery } from './api-tokens-query.ts'
import { RevokeToken } from './revoke-token.tsx'
import { texts } from './texts.ts'
import { TokenItem } from './token-item.tsx'

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
        <SectionTitle id="organization-tokens">{texts.others.title}</SectionTitle>
        <p className="text-ink-soft">{texts.others.text(organization.name)}</p>
      </div>
      {error && !tokens && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!tokens && !error && <ListSkeleton rows={1} label={texts.loadingOthers} />}
      {tokens?.length === 0 && <p className="text-ink-soft">{texts.others.none}</p>}
      {tokens && tokens.length > 0 && (
        <RowList label={texts.others.title}>
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
