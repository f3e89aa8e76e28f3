import './app/start/zod-without-eval.ts'
import './presentation/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { untilWaiting } from './app/hooks/when-online.ts'
import { router } from './app/routing/router.tsx'
import { isExpected } from './data/api/failures/failures.ts'
import { queryClient } from './data/api/query-client.ts'
import { submitByKey } from './help/shortcuts/submit-by-key.ts'
import { loadTranslations } from './language/load-translations.ts'
import { keepFocus } from './ui/dialogs/keep-focus.ts'

/** Shows the app. */
function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root.')

  keepFocus()
  submitByKey()

  // The back-forward cache may restore a page of another organization, or of a person who has signed out since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })

  createRoot(root, {
    onCaughtError: (error) => {
      // The page has already shown expected failures. Everything else is a bug.
      if (!isExpected(error)) console.error(error)
    },
  }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/**
 * The frame in index.html stays until the first page is there, so that nothing jumps. Without a connection, the router says so
 * instead.
 */
async function loadFirstPage(): Promise<void> {
  await loadTranslations()
  await Promise.race([router.load(), untilWaiting()])
}

void loadFirstPage().then(start)
