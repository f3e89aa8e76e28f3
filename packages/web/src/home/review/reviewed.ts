import { useState } from 'react'

/** The goals that a person has reviewed, in this browser: ids and versions. A goal that changes is to be reviewed again. */
const prefix = 'cairn.reviewed.'
/** More are forgotten, the oldest first. */
const maximumRemembered = 500

type Version = { id: string; version: number }

const nameOf = ({ id, version }: Version) => `${id}:${version}`

function read(key: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function useReviewed(userId: string, organizationId: string) {
  const key = `${prefix}${userId}.${organizationId}`
  const [names, setNames] = useState(() => read(key))
  const known = new Set(names)
  const store = (changed: string[]) => {
    setNames(changed)
    try {
      localStorage.setItem(key, JSON.stringify(changed))
    } catch {
      // Without storage, it lasts as long as the page.
    }
  }
  return {
    isReviewed: (goal: Version) => known.has(nameOf(goal)),
    note: (goal: Version) =>
      store([...read(key).filter((name) => name !== nameOf(goal)), nameOf(goal)].slice(-maximumRemembered)),
    forget: (goal: Version) => store(read(key).filter((name) => name !== nameOf(goal))),
  }
}
