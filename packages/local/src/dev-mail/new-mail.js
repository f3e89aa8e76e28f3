// Shows new emails in the list while somebody looks at it. The rows that are there stay, and so do the focus and the scroll position.
const pauseMilliseconds = 3_000
const list = document.querySelector('ol')
const status = document.querySelector('[role=status]')
let isAsking = false

async function look() {
  if (document.visibilityState !== 'visible' || isAsking) return
  isAsking = true
  try {
    const response = await fetch(location.pathname)
    if (response.ok) show(new DOMParser().parseFromString(await response.text(), 'text/html'))
  } catch {
    // The service may be starting again.
  } finally {
    isAsking = false
  }
}

/** Ids begin anew when the service starts again, so a row is known by all that it says. */
function show(page) {
  const now = [...page.querySelectorAll('ol > li')]
  const before = [...list.children]
  const isIn = (rows) => (row) => rows.some(({ outerHTML }) => outerHTML === row.outerHTML)
  for (const row of before.filter((row) => !isIn(now)(row))) row.remove()
  const added = now.filter((row) => !isIn(before)(row))
  if (added.length === 0) return
  const subjects = added.map((row) => row.querySelector('strong').textContent)
  list.prepend(...added)
  status.textContent = `New: ${subjects.join(', ')}`
}

document.addEventListener('visibilitychange', look)
setInterval(look, pauseMilliseconds)
