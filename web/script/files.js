// The files beside the scripts. The name of each has a part for its content, so that no cache
// has anything else under it; FILES has these names.

/** @type {(name: string) => URL} */ export const fileOf = (name) => new URL(FILES[name], import.meta.url);
