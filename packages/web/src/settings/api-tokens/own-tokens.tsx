import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { whenOnline } from '../../app/hooks/when-online.ts'
import { RowList } from '../layout/rows.tsx'
import { apiTokensQuery } from './api-tokens-query.ts'
import { type Issued, IssuedSecret } from './issued-secret.tsx'
import { OwnToken } from './own-token.tsx'

/** Few people create tokens. */
const TokenSnippets = lazy(
  whenOnline(async () => ({ default: (await import('./snippets/token-snippets.tsx')).TokenSnippets })),
)

/** The token that was issued last on this page, whose secret is shown once. */
export function useIssuedToken() {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [issued, setIssued] = useState<Issued>()
  const reload = () => queryClient.invalidateQueries({ queryKey: apiTokensQuery(organization.id).queryKey })
  return {
    issued,
    show: (response: Issued) => {
      setIssued(response)
      return reload()
    },
    /** After a token was revoked. */
    forget: (tokenId: string) => {
      if (issued?.token.id === tokenId) setIssued(undefined)
      return reload()
    },
  }
}

type OwnTokensProps = ReturnType<typeof useIssuedToken> & { label: string; tokens: readonly ApiToken[] }

/** Tokens of the person. The secret of the one that was just issued is above them. */
export function OwnTokens({ label, tokens, issued, show, forget }: OwnTokensProps) {
  return (
    <>
      {issued && (
        <>
          <IssuedSecret {...issued} />
          <Suspense>
            <TokenSnippets key={issued.secret} secret={issued.secret} />
          </Suspense>
        </>
      )}
      {tokens.length > 0 && (
        <RowList label={label}>
          {tokens.map((token) => (
            <OwnToken key={token.id} token={token} onRotated={show} onRevoked={() => forget(token.id)} />
          ))}
        </RowList>
      )}
    </>
  )
}
