// The files beside the scripts. The name of each has a part for its content, so that no cache
// has anything else under it; FILES has these names.

export const fileOf = (name: string): URL => new URL(FILES[name], import.meta.url);

// once finds the value of each key once; what could not be found is sought again
export function once<T>(find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const found: Map<string, any> = new Map();
  return (key) => {
    if (!found.has(key)) found.set(key, find(key).catch((error) => {
      found.delete(key);
      throw error;
    }));
    return found.get(key);
  };
}
