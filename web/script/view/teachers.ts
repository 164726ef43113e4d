// What the page has for teachers, on one page.

import { t } from "../language";
import { mount } from "../view";
import { fileOf } from "../files";
import html from "./teachers.html";

const parts = mount("teachers", html, { embed: HTMLAnchorElement, density: HTMLImageElement });
parts.embed.href = `embed.html#${t.language}`;
parts.density.src = fileOf("density.svg").href;
