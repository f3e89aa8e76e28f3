import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { allPages } from '../../api/all-pages.ts'
import { api } from '../../api/client.ts'
import { isApiError } from '../../api/failures.ts'
import { useActiveOrganization } from '../../session/session.ts'
import { Ago, Day } from '../../time/moment.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { type CreatedToken, CreateTokenDialog } from './create-token-dialog.tsx'

const maximumPages = 20

function apiTokensQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'api-tokens'],
    queryFn: async () => {
      const { pages } = await allPages((cursor) => api.listApiTokens({ query: { cursor } }), maximumPages)
      return pages.flatMap(({ tokens }) => tokens)
    },
  })
}

export function ApiTokensPage() {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const query = apiTokensQuery(organization.id)
  const { data: tokens, error, refetch } = useQuery(query)
  const [isCreating, setIsCreating] = useState(false)
  /** Contains the secret, which the service returns only once. */
  const [created, setCreated] = useState<CreatedToken>()
  const reload = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus className="size-4.5" aria-hidden="true" />
      New token
    </Button>
  )
  return (
    <Page
      title="API tokens"
      intro={`Let programs read goals and report on them for you, in ${organization.name} only. A token can never do more than you can.`}
      actions={tokens && tokens.length > 0 && create}
    >
      {created && (
        <Notice tone="good">
          <div className="space-y-3">
            <p>
              <strong className="font-semibold">{created.token.name}</strong> is ready. Copy its secret now
              and store it safely. It is not shown again.
            </p>
            <CopyField key={created.token.id} label="Secret" text={created.secret} isFocused />
          </div>
        </Notice>
      )}
      {error && !tokens && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!tokens && !error && <ListSkeleton rows={2} label="Loading tokens" />}
      {tokens?.length === 0 && (
        <Empty title="No tokens yet" actions={create}>
          A program sends its token with every request, in the Authorization header.
        </Empty>
      )}
      {tokens && tokens.length > 0 && (
        <ul
          aria-label="API tokens"
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              onRevoked={async () => {
                if (created?.token.id === token.id) setCreated(undefined)
                await reload()
              }}
            />
          ))}
        </ul>
      )}
      <CreateTokenDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={async (response) => {
          setCreated(response)
          setIsCreating(false)
          await reload()
        }}
      />
    </Page>
  )
}

function TokenRow({ token, onRevoked }: { token: ApiToken; onRevoked: () => Promise<void> }) {
  const [isConfirming, setIsConfirming] = useState(false)

  async function revoke(): Promise<void> {
    try {
      await api.revokeApiToken({ params: { tokenId: token.id } })
    } catch (error) {
      // Already revoked by someone else, or expired.
      if (!isApiError(error, 'api_token_not_found')) throw error
    }
    await onRevoked()
    toast.success('Token revoked.')
  }

  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <p className="font-medium">{token.name}</p>
        <p className="text-sm text-ink-faint">
          <code>{token.prefix}_…</code>
        </p>
        <p className="text-sm text-ink-faint">
          {token.lastUsedAt ? (
            <>
              Last used <Ago time={token.lastUsedAt} />
            </>
          ) : (
            'Never used'
          )}{' '}
          · created <Day time={token.createdAt} /> · expires <Day time={token.expiresAt} />
        </p>
        <ul aria-label="Scopes" className="flex flex-wrap gap-1.5 pt-1">
          {token.scopes.map((scope) => (
            <li key={scope} className="rounded-md bg-sunken px-2 py-0.5 font-mono text-xs text-ink-soft">
              {scope}
            </li>
          ))}
        </ul>
      </div>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Revoke ${token.name}`}
        onClick={() => setIsConfirming(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Revoke this token?"
        action="Revoke token"
        onConfirm={revoke}
      >
        <p>
          Programs that use <strong className="font-semibold text-ink">{token.name}</strong> lose access right
          away. You cannot undo this.
        </p>
      </ConfirmDialog>
    </li>
  )
}
